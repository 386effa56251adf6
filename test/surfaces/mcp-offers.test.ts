// Resources, prompts and completion of servers behind Gatehouse, for the official client in front of it: over both transports, in both eras.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { createMcpHttpHandler } from '../../src/surfaces/mcp/http-endpoint.ts';
import { createServerWorld, packaged, toldBy, type ServerHouse, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;
let file: string;

beforeEach(() => {
  world = createServerWorld();
  file = join(world.folder, 'told');
});

const free = "mode: full-auto\npolicy: { flow: 'off' }";

function offering(behaviour: string): JsonObject {
  return { command: process.execPath, args: [join(root, 'test/programs/offering-mcp.mjs'), behaviour, file] };
}

async function houseWith(servers: Readonly<Record<string, JsonObject>>, more = free): Promise<ServerHouse> {
  world.configure(servers, more);
  const house = await world.house({ livesOn: true });
  for (const name of Object.keys(servers)) await house.accept(name);
  return house;
}

type Era = 'legacy' | 'auto';

async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport, mode: Era): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function overHttp({ runtime, caller }: ServerHouse, mode: Era = 'auto'): Promise<Client> {
  const endpoint = createMcpHttpHandler({ runtime, readOnly: false, report: () => undefined });
  const listener = getRequestListener((request) => endpoint.handle(request, { caller }));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await endpoint.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a cast: a TCP server that listens has one
  return connected(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)), mode);
}

/** The real command, on what was accepted in this house before. */
async function overStdio(house: ServerHouse, mode: Era): Promise<Client> {
  await house.runtime.close();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: world.folder,
    GATEHOUSE_HOME: join(world.folder, 'home'),
    GATEHOUSE_CONFIG: world.configFile,
  };
  const args = [join(root, 'test/programs/gatehouse.ts'), 'mcp'];
  return connected(new StdioClientTransport({ command: process.execPath, args, cwd: world.workspace, env }), mode);
}

const at = (server: string, uri: string) => `gatehouse://${server}/${uri}`;

describe.each([
  ['HTTP', overHttp],
  ['stdio', overStdio],
] as const)('over %s', (_wire, over) => {
  it.each(['legacy', 'auto'] as const)(
    'in the era of %s clients server-everything is had whole',
    async (era) => {
      const house = await houseWith({ everything: packaged('server-everything') });
      const client = await over(house, era);
      const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
      const direct = await connected(
        new StdioClientTransport({ command: process.execPath, args: [everything], stderr: 'ignore' }),
        'legacy',
      );

      const resources = await client.listResources();
      const own = await direct.listResources();
      expect(resources.resources.map(({ uri }) => uri)).toEqual(own.resources.map(({ uri }) => at('everything', uri)));
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
        at('everything', 'demo://resource/dynamic/text/{resourceId}'),
      );

      const document = 'demo://resource/static/document/features.md';
      const read = await client.readResource({ uri: at('everything', document) });
      const [directly] = (await direct.readResource({ uri: document })).contents;
      expect(read.contents).toEqual([{ ...directly, uri: at('everything', document) }]);
      const blob = await client.readResource({ uri: at('everything', 'demo://resource/dynamic/blob/3') });
      expect(blob.contents).toEqual([
        {
          uri: at('everything', 'demo://resource/dynamic/blob/3'),
          mimeType: 'text/plain',
          blob: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
        },
      ]);
      // As a result of a tool names it.
      expect((await client.readResource({ uri: document })).contents).toEqual(read.contents);

      const { prompts } = await client.listPrompts();
      expect(prompts.find(({ name }) => name === 'everything_args-prompt')).toMatchObject({
        title: 'Arguments Prompt',
        arguments: [
          { name: 'city', required: true },
          { name: 'state', required: false },
        ],
      });
      const asked = { name: 'args-prompt', arguments: { city: 'Paris', state: 'Île "de" France' } };
      const prompt = await client.getPrompt({ ...asked, name: `everything_${asked.name}` });
      expect(prompt.messages).toEqual((await direct.getPrompt(asked)).messages);
      const embedded = { resourceType: 'Blob', resourceId: '5' };
      const withResource = await client.getPrompt({ name: 'everything_resource-prompt', arguments: embedded });
      expect(withResource.messages).toMatchObject([
        { role: 'user', content: { type: 'text' } },
        { role: 'user', content: { type: 'resource', resource: { blob: expect.any(String) } } },
      ]);

      const completed = await client.complete({
        ref: { type: 'ref/prompt', name: 'everything_completable-prompt' },
        argument: { name: 'name', value: '' },
        context: { arguments: { department: 'Sales' } },
      });
      expect(completed.completion.values).toEqual(['David', 'Eve', 'Frank']);
      const template = at('everything', 'demo://resource/dynamic/text/{resourceId}');
      const id = await client.complete({
        ref: { type: 'ref/resource', uri: template },
        argument: { name: 'resourceId', value: '7' },
      });
      expect(id.completion.values).toEqual(['7']);
    },
    60_000,
  );
});

describe('several servers', () => {
  it('with the same addresses and prompts are told apart, and none is guessed', async () => {
    const client = await overHttp(await houseWith({ one: offering('plain'), two: offering('plain') }));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([at('one', 'item://a'), at('two', 'item://a')]);
    const { contents } = await client.readResource({ uri: at('two', 'item://a') });
    expect(contents).toEqual([{ uri: at('two', 'item://a'), mimeType: 'text/plain', text: 'read item://a' }]);
    await expect(client.readResource({ uri: 'item://a' })).rejects.toThrow(/gatehouse:\/\/SERVER\/URI, of one, two/);
    const names = (await client.listPrompts()).prompts.map(({ name }) => name);
    expect(names).toEqual([
      'one_greet',
      expect.stringMatching(/^one_say_hello__[0-9a-f]{8}$/),
      'two_greet',
      expect.stringMatching(/^two_say_hello__[0-9a-f]{8}$/),
    ]);
    expect((await client.getPrompt({ name: names[3] ?? '' })).messages).toEqual([
      { role: 'assistant', content: { type: 'text', text: 'Prompt say hello!' } },
    ]);
  });

  it('that are slow are left out of the lists, which say so, and keep nobody waiting', async () => {
    const client = await overHttp(await houseWith({ mute: offering('mute'), one: offering('plain') }));
    const { resources, _meta: meta } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([at('one', 'item://a')]);
    expect(meta).toMatchObject({ 'gatehouse/left_out': [{ server: 'mute', why: 'it did not answer within 5000 ms' }] });
  }, 20_000);

  it('with very many resources are listed page by page', async () => {
    const client = await overHttp(await houseWith({ many: offering('many'), one: offering('plain') }));
    // The client walks the pages by itself.
    const { resources } = await client.listResources();
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(10_001);
    await expect(client.listResources({ cursor: 'made up' })).rejects.toThrow(/no such page/);
    const often = Buffer.from(JSON.stringify(Array.from({ length: 2 }, () => ['many', 1]))).toString('base64url');
    await expect(client.listResources({ cursor: often })).rejects.toThrow(/no such page/);
  }, 60_000);
});

describe('what a server says', () => {
  it('beyond what numbers hold takes nothing else with it, and a prompt without a message is one', async () => {
    const client = await overHttp(await houseWith({ s: offering('names') }));
    const [first] = (await client.listResources()).resources;
    expect(first).toEqual({ uri: at('s', 'item://good'), name: 'item://good' });
    const ref = { type: 'ref/prompt', name: 's_greet' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'who', value: 'endless' } });
    expect(completion).toEqual({ values: ['endless!'] });
    expect((await client.getPrompt({ name: 's_empty' })).messages).toEqual([]);
  });
});

describe('the gate', () => {
  it('asks for a resource and a prompt as for a tool: the error says how to approve, and the same request collects', async () => {
    const house = await houseWith({ s: offering('plain') }, '');
    const client = await overHttp(house);
    const reads = [
      { tool: 'mcp_s_read_resource', request: () => client.readResource({ uri: at('s', 'item://a') }) },
      { tool: 'mcp_s_get_prompt', request: () => client.getPrompt({ name: 's_greet', arguments: { who: 'me' } }) },
    ];
    for (const { tool, request } of reads) {
      const error: unknown = await request().catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ProtocolError);
      expect(String(error)).toMatch(/waits for a person to approve it .*\n.*\n.*gatehouse approvals approve/);
      const [open] = await house.runtime.approvals(house.caller, { show: 'open' });
      expect(open).toMatchObject({ tool });
      await house.owner.answer(open?.id ?? '', { act: 'once' }, { by: 'test' });
      expect(JSON.stringify(await request())).toMatch(/read item:\/\/a|Prompt greet/);
    }
    expect(toldBy(file).match(/^(?:resources\/read|prompts\/get)$/gm)).toHaveLength(2);
  });

  it('lists without a question, and completes nothing that would need one', async () => {
    const house = await houseWith({ s: offering('plain') }, '');
    const client = await overHttp(house);
    expect((await client.listResources()).resources).toHaveLength(1);
    const ref = { type: 'ref/prompt', name: 's_greet' } as const;
    expect((await client.complete({ ref, argument: { name: 'who', value: 'm' } })).completion.values).toEqual([]);
    expect(toldBy(file)).not.toContain('completion/complete');
    expect(await house.runtime.approvals(house.caller, { show: 'all' })).toEqual([]);
  });

  it('records what is read and by which tool', async () => {
    const house = await houseWith({ s: offering('plain') });
    const client = await overHttp(house);
    await client.readResource({ uri: at('s', 'item://a') });
    const events = await house.runtime.events({});
    expect(JSON.stringify(events)).toContain('mcp_s_read_resource');
  });

  it.each([
    ['an address of no server', (client: Client) => client.readResource({ uri: at('none', 'item://a') })],
    ['a prompt that there is not', (client: Client) => client.getPrompt({ name: 's_' })],
    ['a prompt of no server', (client: Client) => client.getPrompt({ name: 'constructor' })],
    ['an address with a line break', (client: Client) => client.readResource({ uri: at('s', 'item://a\nb') })],
    [
      'arguments of another kind',
      (client: Client) =>
        client.request({ method: 'prompts/get', params: { name: 's_greet', arguments: { who: 'me', n: 1 } } as never }),
    ],
  ])('answers %s with an error of the parameters', async (_what, ask) => {
    const client = await overHttp(await houseWith({ s: offering('plain') }));
    await expect(ask(client)).rejects.toMatchObject({ code: -32602 });
  });

  it('shows a caller who may not use the servers nothing of them', async () => {
    const house = await houseWith({ s: offering('plain') });
    const client = await overHttp({ ...house, caller: { ...house.caller, trust: 'guest' } });
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
    await expect(client.readResource({ uri: at('s', 'item://a') })).rejects.toMatchObject({ code: -32602 });
  });
});
