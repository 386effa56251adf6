// The ways to one tool that are measured beside each other: directly, through Gatehouse, through a bare proxy, and through gateways of npm.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openHome } from '../../src/host/index.ts';
import { composeLocal } from '../../src/runtime/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const programs = fileURLToPath(new URL('programs/', import.meta.url));
export const answering: readonly string[] = [process.execPath, join(programs, 'answering-server.ts')];
const bare = join(programs, 'bare-proxy.ts');

export interface Side {
  /** Throws where the answer is another one than the server's. */
  call(): Promise<unknown>;
  readonly client: Client;
  close(): Promise<void>;
}

let calls = 0;

function sideOf(client: Client, tool: string, ends: readonly (() => unknown)[]): Side {
  return {
    client,
    async call() {
      const result = await client.callTool({ name: tool, arguments: { text: `call number ${(calls += 1)}` } });
      if (!JSON.stringify(result.content).includes('Done.'))
        throw new Error(`Another answer: ${JSON.stringify(result)}`);
      return result;
    },
    async close() {
      await client.close();
      for (const end of ends) await end();
    },
  };
}

function newClient(): Client {
  return new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
}

interface Stdio {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

async function overStdio(
  { argv, env = {}, cwd = root }: Stdio,
  tool: string,
  end: () => unknown = () => undefined,
): Promise<Side> {
  const [command = '', ...args] = argv;
  const client = newClient();
  await client.connect(new StdioClientTransport({ command, args, env: { ...env }, cwd, stderr: 'ignore' }));
  return sideOf(client, tool, [end]);
}

async function overHttp(
  url: string,
  tool: string,
  more: { readonly token?: string; readonly ends: readonly (() => unknown)[] },
) {
  const headers = more.token === undefined ? {} : { authorization: `Bearer ${more.token}` };
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return sideOf(client, tool, more.ends);
}

export const directStdio = () => overStdio({ argv: answering }, 'answer');
export const bareStdio = () => overStdio({ argv: [process.execPath, bare, '--', ...answering] }, 'answer');

export async function directHttp(): Promise<Side> {
  const child = start([...answering, '--http']);
  return overHttp(`http://127.0.0.1:${await printedPort(child)}/mcp`, 'answer', { ends: [() => stop(child)] });
}

export async function bareHttp(): Promise<Side> {
  const child = start([process.execPath, bare, '--http', '--', ...answering]);
  return overHttp(`http://127.0.0.1:${await printedPort(child)}/mcp`, 'answer', { ends: [() => stop(child)] });
}

export async function mcpProxyHttp(): Promise<Side> {
  const port = await freePort();
  const program = join(root, 'node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs');
  const options = ['--port', String(port), '--host', '127.0.0.1', '--upstreamProtocol', 'auto'];
  const child = start([process.execPath, program, ...options, '--', ...answering]);
  await listening(port);
  return overHttp(`http://127.0.0.1:${port}/mcp`, 'answer', { ends: [() => stop(child)] });
}

export async function mcpHubHttp(): Promise<Side> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const [command, ...args] = answering;
  writeFileSync(join(folder, 'hub.json'), JSON.stringify({ mcpServers: { it: { command, args } } }));
  const program = join(root, 'node_modules/mcp-hub/dist/cli.js');
  const child = start(
    [process.execPath, program, '--port', String(port), '--config', join(folder, 'hub.json')],
    folder,
  );
  await listening(port);
  const ends = [() => stop(child), () => rmSync(folder, { recursive: true, force: true })];
  // Its endpoint is of the older transport.
  const { SSEClientTransport } = await import('@modelcontextprotocol/client');
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  for (let look = 0; look < 60; look++) {
    const client = new Client({ name: 'bench', version: '1' });
    try {
      await client.connect(new SSEClientTransport(url));
      const { tools } = await client.listTools();
      if (tools.some(({ name }) => name === 'it__answer')) return sideOf(client, 'it__answer', ends);
    } catch {
      // It listens before it is ready.
    }
    await client.close();
    await pause(500);
  }
  throw new Error('mcp-hub does not get ready.');
}

/** A home in which the server is accepted, with the durability that it comes with. */
export async function acceptedHome(servers: Readonly<Record<string, readonly string[]>>, more = '') {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-')));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const config = join(folder, 'config.yaml');
  const entries = Object.entries(servers).map(([name, [command, ...args]]) => [
    name,
    { command, args, trustReadOnly: true },
  ]);
  const mcp = JSON.stringify({ servers: Object.fromEntries(entries) });
  writeFileSync(config, `mode: full-auto\n${more}\nmcp: ${mcp}\n`);
  const env = { HOME: folder, GATEHOUSE_HOME: join(folder, 'home'), GATEHOUSE_CONFIG: config, PATH: '/usr/bin:/bin' };
  const names = Object.keys(servers);
  // Some at a time: each that was looked at runs until its runtime ends.
  while (names.length > 0) await accept(names.splice(0, 20), { workspace, env });
  return { folder, workspace, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function accept(
  names: readonly string[],
  { workspace, env }: { readonly workspace: string; readonly env: Readonly<Record<string, string>> },
): Promise<void> {
  const runtime = await composeLocal({
    home: openHome({ path: env['GATEHOUSE_HOME'] ?? '', create: true }),
    workspace,
    env,
    report: (message) => process.stderr.write(`${message}\n`),
    daemonRuns: () => Promise.resolve(false),
  });
  const each = names.map(async (name) => {
    const review = await runtime.owner?.reviewServer(name);
    await runtime.owner?.acceptServer(name, review?.digest ?? '', 'bench');
  });
  await Promise.all(each);
  await runtime.close();
}

const gatehouse = join(root, 'bin', 'gatehouse.mjs');

export async function gatehouseStdio(): Promise<Side> {
  const home = await acceptedHome({ it: answering });
  const argv = [process.execPath, gatehouse, 'mcp', '--workspace', home.workspace];
  return overStdio({ argv, env: home.env, cwd: home.workspace }, 'mcp_it_answer', () => home.remove());
}

export async function gatehouseHttp(): Promise<Side> {
  const home = await acceptedHome({ it: answering });
  const port = await freePort();
  const child = start([process.execPath, gatehouse, 'up', '--port', String(port)], home.workspace, home.env);
  const tokenFile = join(home.folder, 'home', 'run', 'client.token');
  // Written once it serves.
  for (let look = 0; look < 300 && !existsSync(tokenFile); look++) await pause(100);
  const token = readFileSync(tokenFile, 'utf8').trim();
  const ends = [() => stop(child), () => home.remove()];
  return overHttp(`http://127.0.0.1:${port}/mcp`, 'mcp_it_answer', { token, ends });
}

function start(argv: readonly string[], cwd = root, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const [command = '', ...args] = argv;
  return spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await gone;
  clearTimeout(timer);
}

async function printedPort(child: ChildProcess): Promise<number> {
  for await (const chunk of child.stdout ?? []) {
    child.stdout?.resume();
    return Number(String(chunk).trim());
  }
  throw new Error('It printed no port.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function listening(port: number): Promise<void> {
  const { connect } = await import('node:net');
  for (let look = 0; look < 200; look++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('close', () => undefined).setTimeout(1_000);
      socket.once('connect', () => socket.destroy());
    });
    if (isUp) return;
    await pause(100);
  }
  throw new Error(`Nothing listens on ${port}.`);
}
