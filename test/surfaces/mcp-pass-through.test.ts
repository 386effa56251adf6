// What a server behind Gatehouse says while a call runs, and the end of one call alone, all the way to the official client: the real command, the
// real daemon, both eras.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDaemonHome } from '../../src/runtime/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { root } from '../repository.ts';
import { commandLine } from './world.ts';

const program = join(root, 'test/programs/gatehouse.ts');

let folder: string;
let workspace: string;
let env: Readonly<Record<string, string>>;

const told = (): string => readFileSync(join(folder, 'told'), 'utf8');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gh-pass-'));
  workspace = join(folder, 'work');
  mkdirSync(workspace);
  const server = {
    command: process.execPath,
    args: [join(root, 'test/programs/asking-mcp.mjs'), join(folder, 'told')],
  };
  writeFileSync(
    join(folder, 'config.yaml'),
    `mode: full-auto\npolicy: { flow: "off" }\nmcp: ${JSON.stringify({ servers: { s: server } })}\n`,
  );
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GATEHOUSE_HOME: join(folder, 'home'),
    GATEHOUSE_CONFIG: join(folder, 'config.yaml'),
  };
  const shown = await commandLine({ workspace, env }, ['mcp-servers', 'accept', 's', '--start', '--json']);
  const { digest } = JSON.parse(shown.stdout) as { readonly digest: string };
  await commandLine({ workspace, env }, ['mcp-servers', 'accept', 's', '--as', digest]);
  return () => rmSync(folder, { recursive: true, force: true });
});

type Wire = 'stdio' | 'stdio beside the daemon' | 'http';

async function wireOf(wire: Wire): Promise<StdioClientTransport | StreamableHTTPClientTransport> {
  const report = (): void => undefined;
  const daemon =
    wire === 'stdio'
      ? null
      : await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  if (daemon !== null) onTestFinished(() => daemon.close());
  if (wire !== 'http' || daemon === null)
    return new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      cwd: workspace,
      env: { ...env },
    });
  const authorization = `Bearer ${readFileSync(daemon.tokenFile, 'utf8').trim()}`;
  return new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), {
    requestInit: { headers: { authorization } },
  });
}

async function connected(wire: Wire, mode: 'legacy' | 'auto', options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { ...options, versionNegotiation: { mode } });
  await client.connect(await wireOf(wire));
  onTestFinished(() => client.close());
  return client;
}

const pairs = (['stdio', 'stdio beside the daemon', 'http'] as const).flatMap((wire) =>
  (['legacy', 'auto'] as const).map((era) => [wire, era] as const),
);

describe.each(pairs)('over %s, era %s', (wire, era) => {
  it('progress comes under the token of its call, log lines from the level of the client on, and nothing where none is asked for', async () => {
    const client = await connected(wire, era);
    const lines: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void lines.push(params.data));
    const steps: unknown[] = [];
    const meta = era === 'auto' ? { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } } : {};
    if (era === 'legacy') await client.setLoggingLevel('info');
    const result = await client.callTool(
      { name: 'mcp_s_steps', arguments: {}, ...meta },
      { onprogress: (step) => steps.push(step) },
    );
    expect(JSON.stringify(result)).toContain('three steps');
    expect(steps).toMatchObject([
      { progress: 1, total: 3, message: 'step 1' },
      { progress: 2, total: 3, message: 'step 2' },
      { progress: 3, total: 3, message: 'step 3' },
    ]);
    expect(lines).toEqual(['line 1', 'line 2', 'line 3']);
    if (era === 'legacy') await client.setLoggingLevel('error');
    expect(JSON.stringify(await client.callTool({ name: 'mcp_s_steps', arguments: {} }))).toContain('three steps');
    expect(lines).toHaveLength(3);
  });

  it('a call that is cancelled is cancelled at its server, and no other', async () => {
    const client = await connected(wire, era);
    const giveUp = new AbortController();
    const cancelled = client.callTool({ name: 'mcp_s_sleep', arguments: { ms: 20_000 } }, { signal: giveUp.signal });
    const other = client.callTool({ name: 'mcp_s_sleep', arguments: { ms: 1_500 } });
    await expect.poll(() => told().match(/call sleep/g)?.length).toBe(2);
    giveUp.abort();
    await expect(cancelled).rejects.toThrow();
    await expect.poll(() => told().match(/cancelled \d+/g)?.length).toBe(1);
    expect(JSON.stringify(await other)).toContain('slept');
    expect(told().match(/cancelled \d+/g)).toHaveLength(1);
    const [, first] = /call sleep (\d+)/.exec(told()) ?? [];
    expect(told()).toContain(`cancelled ${first}`);
  });
});

it('a program that reads its answer as a stream gets the notices, then the outcome with its status', async () => {
  const report = (): void => undefined;
  const daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  onTestFinished(() => daemon.close());
  const headers = {
    authorization: `Bearer ${readFileSync(daemon.tokenFile, 'utf8').trim()}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  };
  const ask = (body: object) =>
    fetch(`${daemon.url}/api/calls`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await ask({ tool: 'mcp_s_steps', arguments: {} });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('event:'));
  expect(events[0]).toMatch(/^event: notice\ndata: \{"notice":\{"kind":/);
  expect(events.at(-1)).toMatch(/^event: outcome\ndata: \{"status":200,"mayAnswer":false,"outcome":\{"callId":"call_/);
  const unknown = await (await ask({ tool: 'nothing_such' })).text();
  expect(unknown).toContain('event: outcome\ndata: {"status":404');
  expect((await ask({ tool: 7 })).status).toBe(400);
});
