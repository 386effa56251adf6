// What a server behind Gatehouse answers against what a client in front gets: every kind of block over both transports and in both eras,
// with the official client, beside a connection to that server without Gatehouse between.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMcpHttpHandler } from '../../src/surfaces/mcp/http-endpoint.ts';
import { beep, dot, gifDot } from '../fixtures/sample-media.ts';
import { createServerWorld, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

const notes = { annotations: { audience: ['user'], priority: 0.25, lastModified: '2026-01-02T03:04:05Z' } };
const results = {
  every_kind: {
    content: [
      { type: 'text', text: 'Ünïcode 😀\n\ttext', ...notes, _meta: { 'example.com/part': [1, { b: 2, a: 1 }] } },
      { type: 'image', data: dot, mimeType: 'image/png', ...notes },
      { type: 'text', text: '' },
      { type: 'audio', data: beep, mimeType: 'audio/wav' },
      {
        type: 'resource',
        resource: { uri: 'file:///a.csv', mimeType: 'text/csv', text: 'a,b\n1,2\n', _meta: { row: 1 } },
      },
      {
        type: 'resource',
        resource: { uri: 'file:///a.bin', mimeType: 'application/octet-stream', blob: 'AP8Q' },
        ...notes,
      },
      {
        type: 'resource_link',
        uri: 'file:///b',
        name: 'b',
        title: 'B',
        description: 'the other',
        mimeType: 'a/b',
        size: 9,
      },
      { type: 'image', data: gifDot, mimeType: 'image/gif' },
      { type: 'text', text: 'the end' },
    ],
    structuredContent: { z: 1, a: { deep: [true, null, 'x'] }, exact: JSON.rawJSON('12345678901234567890') },
    isError: false,
  },
  data_alone: { content: [{ type: 'audio', data: beep, mimeType: 'audio/wav' }] },
  bad_news: { content: [{ type: 'text', text: 'not found' }], isError: true },
};
const broken = {
  broken: {
    content: [
      { type: 'text', text: 'half a \ud83d character' },
      { type: 'image', data: '!!!', mimeType: 'image/png' },
      { type: 'image', data: gifDot, mimeType: 'image/png' },
      { type: 'audio', data: beep },
      { type: 'video', n: 1 },
      { type: 'text', text: 'and more' },
    ],
  },
  no_result: { content: 'a text' },
};

let world: ServerWorld;
let server: { readonly command: string; readonly args: readonly string[] };

beforeEach(async () => {
  world = createServerWorld();
  const file = join(world.folder, 'results.json');
  writeFileSync(file, JSON.stringify({ ...results, ...broken }));
  server = { command: process.execPath, args: [join(root, 'test/programs/blocks-mcp.mjs'), file] };
  world.configure({ s: { command: server.command, args: [...server.args] } }, 'mode: full-auto\npolicy: { flow: off }');
});

type Mode = 'legacy' | { readonly pin: string };

/** The texts of the answers over a wire: the client's own parser rounds large numbers. */
async function connected(wire: Transport, mode: Mode) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(wire);
  onTestFinished(() => client.close());
  return client;
}

async function direct() {
  const client = await connected(
    new StdioClientTransport({ ...server, args: [...server.args], stderr: 'ignore' }),
    'legacy',
  );
  return (name: string) => client.callTool({ name });
}

async function overHttp(): Promise<Transport> {
  const house = await world.house({ livesOn: true });
  await house.accept('s');
  const endpoint = createMcpHttpHandler({ runtime: house.runtime, readOnly: false, report: () => undefined });
  const listener = getRequestListener((request) => endpoint.handle(request, { caller: house.caller }));
  const http = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  onTestFinished(async () => {
    await endpoint.close();
    http.closeAllConnections();
    http.close();
  });
  // A TCP server's address.
  const { port } = http.address() as AddressInfo;
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
}

async function overStdio(): Promise<Transport> {
  const house = await world.house({ livesOn: true });
  await house.accept('s');
  await house.runtime.close();
  return new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'test/programs/gatehouse.ts'), 'mcp', '--workspace', world.workspace],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: world.folder,
      GATEHOUSE_HOME: join(world.folder, 'home'),
      GATEHOUSE_CONFIG: world.configFile,
    },
    stderr: 'ignore',
  });
}

/** Without the markers that stand around the words of others, and what is empty without them; all else to the byte. */
function unmarked(value: unknown): unknown {
  const pattern = /^<untrusted-content-([0-9a-f]{16}) source="mcp_s_\w+">\n([^]*)\n<\/untrusted-content-\1>$/;
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) =>
    typeof member === 'string' ? (pattern.exec(member)?.[2] ?? member) : member,
  );
}

describe.each([
  { over: 'stdio', wire: overStdio },
  { over: 'HTTP', wire: overHttp },
])('over $over', ({ wire }) => {
  it.each<[string, Mode]>([
    ['2025', 'legacy'],
    ['2026', { pin: '2026-07-28' }],
  ])('a client of the %s era gets what it would get without Gatehouse between', async (_era, mode) => {
    const without = await direct();
    const transport = await wire();
    const through = await connected(transport, mode);
    for (const name of Object.keys(results)) {
      const expected = await without(name);
      const got = await through.callTool({ name: `mcp_s_${name}` });
      expect(JSON.stringify(unmarked(got.content))).toBe(JSON.stringify(expected.content));
      expect(JSON.stringify(got.structuredContent)).toBe(JSON.stringify(expected.structuredContent));
      expect(got.isError).toBe(expected.isError ?? false);
    }
    const got = await through.callTool({ name: 'mcp_s_broken' });
    expect(unmarked(got.content)).toEqual([
      { type: 'text', text: 'half a \ufffd character' },
      { type: 'text', text: '[an image left out: its data is no base64]' },
      { type: 'text', text: '[an image left out: its data is no image/png but looks like gif]' },
      { type: 'text', text: '[Audio that cannot be read.]' },
      { type: 'text', text: '{"type":"video","n":1}' },
      { type: 'text', text: 'and more' },
    ]);
    const none = await through.callTool({ name: 'mcp_s_no_result' });
    expect(JSON.stringify(none.content)).toContain('with what is no result');
    expect(none.isError).toBe(true);
    // It was no reason to drop the server.
    expect((await through.callTool({ name: 'mcp_s_bad_news' })).isError).toBe(true);
  });
});

it('large numbers of the structured part leave Gatehouse as they came', async () => {
  const house = await world.house({ livesOn: true });
  await house.accept('s');
  const outcome = await house.run('mcp_s_every_kind');
  expect(JSON.stringify(outcome)).toContain('"exact":12345678901234567890');
});
