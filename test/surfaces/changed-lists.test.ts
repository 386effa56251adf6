// A client is told when its list of tools is another: over stdio and HTTP, in both eras, by the process itself and by a daemon; and never
// where the list that it was shown is still the same.
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Caller, JsonObject } from '../../src/contract/index.ts';
import { openHome } from '../../src/host/index.ts';
import { openDaemonHome, openRuntime } from '../../src/runtime/index.ts';
import { createMcpHttpHandler } from '../../src/surfaces/mcp/http-endpoint.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { createServerWorld, scripted, type ServerHouse, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
  world.configure({ s: scripted('plain') }, 'deferral: false');
});

type Mode = 'legacy' | { readonly pin: string };
const modes: readonly (readonly [string, Mode])[] = [
  ['2025', 'legacy'],
  ['2026', { pin: '2026-07-28' }],
];

interface Listening {
  readonly client: Client;
  /** How often it was told so far. */
  readonly told: () => number;
  readonly names: () => Promise<readonly string[]>;
}

async function listening(wire: Transport, mode: Mode): Promise<Listening> {
  let told = 0;
  const onChanged = () => (told += 1);
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } } },
  );
  await client.connect(wire);
  onTestFinished(() => client.close());
  const names = async () => {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
    return tools.map(({ name }) => name);
  };
  return { client, told: () => told, names };
}

async function serve(house: ServerHouse, caller = house.caller): Promise<Transport> {
  const reports: string[] = [];
  const endpoint = createMcpHttpHandler({
    runtime: house.runtime,
    readOnly: false,
    report: (message) => reports.push(message),
  });
  const listener = getRequestListener((request) => endpoint.handle(request, { caller }));
  const http = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  onTestFinished(async () => {
    await endpoint.close();
    http.closeAllConnections();
    http.close();
    expect(reports).toEqual([]);
  });
  // A TCP server's address.
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`));
}

const quiet = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(modes)('a client of the %s era over HTTP', (_era, mode) => {
  it('is told when a server comes, and once for all of its tools', async () => {
    const house = await world.house({ livesOn: true });
    const { told, names } = await listening(await serve(house), mode);
    expect(await names()).not.toContain('mcp_s_echo');
    await quiet(100);
    await house.accept('s');
    await expect.poll(told, { timeout: 5_000 }).toBe(1);
    expect(await names()).toContain('mcp_s_echo');
    await quiet(1_200);
    expect(told()).toBe(1);
  });

  it('is not told of what it may not see', async () => {
    const house = await world.house({ livesOn: true });
    const wire = await serve(house, { ...house.caller, policyClasses: ['read_only'] });
    const { told, names } = await listening(wire, mode);
    const before = await names();
    await house.accept('s');
    await quiet(1_500);
    expect(told()).toBe(0);
    expect(await names()).toEqual(before);
  });

  it('is not told of a server that goes and is there again at once, nor more than once in half a second of one that flaps', async () => {
    const house = await world.house({ livesOn: true });
    await house.accept('s');
    const { told, names } = await listening(await serve(house), mode);
    await names();
    await quiet(100);
    const since = performance.now();
    for (let n = 0; n < 10; n += 1) await house.owner.refreshServers();
    await quiet(1_200);
    expect(told()).toBeLessThanOrEqual((performance.now() - since) / 500);
    expect(await names()).toContain('mcp_s_echo');
  });
});

describe.each(modes)('a client of the %s era that was shown resources', (_era, mode) => {
  async function shownResources(server: JsonObject, more: Partial<Caller> = {}) {
    world.configure({ s: server }, "mode: full-auto\npolicy: { flow: 'off' }");
    const house = await world.house({ livesOn: true });
    await house.accept('s');
    const told: string[] = [];
    const onChanged = (list: string) => () => void told.push(list);
    const watched = (list: string) => ({ autoRefresh: false, debounceMs: 0, onChanged: onChanged(list) });
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode }, listChanged: { resources: watched('resources'), prompts: watched('prompts') } },
    );
    await client.connect(await serve(house, { ...house.caller, ...more }));
    onTestFinished(() => client.close());
    const uris = async () => {
      const { resources } = await client.listResources(undefined, { cacheMode: 'refresh' });
      return resources.map(({ uri }) => uri);
    };
    const change = async () => {
      writeFileSync(`${join(world.folder, 'told')}.changed`, '');
      await house.runtime.call({ tool: 'mcp_s_own', arguments: { value: {} }, caller: house.caller });
    };
    return { told, uris, change };
  }

  const changing = () => ({
    command: process.execPath,
    args: [join(root, 'test/programs/offering-mcp.mjs'), 'changing', join(world.folder, 'told')],
  });

  it('is told once of a thousand changes that their server tells of', async () => {
    const { told, uris, change } = await shownResources(changing());
    expect(await uris()).toEqual(['gatehouse://s/item://a']);
    await quiet(100);
    await change();
    await expect.poll(() => told, { timeout: 5_000 }).toEqual(['resources']);
    expect(await uris()).toEqual(['gatehouse://s/item://a', 'gatehouse://s/item://b']);
    await quiet(1_200);
    expect(told).toEqual(['resources']);
  });

  it('is not told of those of a server that it may not use', async () => {
    const { told, uris, change } = await shownResources(changing(), { policyClasses: ['read_only'] });
    expect(await uris()).toEqual([]);
    await quiet(100);
    await change();
    await quiet(1_500);
    expect(told).toEqual([]);
  });
});

describe.each(modes)('a client of the %s era over stdio', (_era, mode) => {
  const environment = () => ({
    PATH: process.env['PATH'] ?? '',
    HOME: world.folder,
    GATEHOUSE_HOME: join(world.folder, 'home'),
    GATEHOUSE_CONFIG: world.configFile,
  });
  const stdio = () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'test/programs/gatehouse.ts'), 'mcp', '--workspace', world.workspace],
      env: environment(),
      stderr: 'ignore',
    });

  it('is told by a process that holds the tools itself', async () => {
    const { told, names } = await listening(stdio(), mode);
    expect(await names()).not.toContain('run_report');
    writeFileSync(
      world.configFile,
      'sandbox: { commands: { explicit: [{ name: run_report, description: Reports., argv: [/bin/true] }] } }\n',
    );
    await expect.poll(told, { timeout: 10_000 }).toBe(1);
    expect(await names()).toContain('run_report');
  });

  it('is told by a daemon through it', async () => {
    const env = environment();
    const report = () => undefined;
    openHome({ path: env.GATEHOUSE_HOME, create: true });
    const home = await openDaemonHome({ env, report });
    const daemon = await startDaemon({ home, port: 0, workspace: world.workspace, report });
    onTestFinished(() => daemon.close());
    const { told, names } = await listening(stdio(), mode);
    expect(await names()).not.toContain('mcp_s_echo');
    const runtime = await openRuntime({ workspace: world.workspace, env, report });
    onTestFinished(() => runtime.close());
    const { digest = '' } = (await runtime.owner?.reviewServer('s')) ?? {};
    await runtime.owner?.acceptServer('s', digest, 'test');
    await expect.poll(told, { timeout: 10_000 }).toBe(1);
    expect(await names()).toContain('mcp_s_echo');
    appendFileSync(world.configFile, '\n');
    await quiet(1_200);
    expect(told()).toBe(1);
  });
});
