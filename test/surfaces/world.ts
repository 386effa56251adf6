// One home, one workspace and one daemon, and a driver for every surface: the same call made the way each surface is really used.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openGatehouse } from '../../src/index.ts';
import type { JsonObject, Runtime, SurfaceName } from '../../src/contract/index.ts';
import { openDaemonHome, openRuntime, stdioCaller } from '../../src/runtime/index.ts';
import { runMain } from '../../src/surfaces/cli/main.ts';
import { startDaemon, type Daemon } from '../../src/surfaces/http/start-daemon.ts';
import { serveStdio } from '../../src/surfaces/mcp/serve-stdio.ts';

export interface World {
  readonly folder: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  readonly daemon: Daemon;
  readonly token: string;
  /** The owner's runtime, over the socket. */
  readonly runtime: Runtime;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'gh-surfaces-'));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
  writeFileSync(join(workspace, '.env'), 'SECRET=1\n');
  const env = { GATEHOUSE_HOME: join(folder, 'home'), HOME: folder };
  const report = () => undefined;
  const daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  const runtime = await openRuntime({ workspace, env, report });
  return {
    folder,
    workspace: runtime.workspace,
    env,
    daemon,
    token: readFileSync(daemon.tokenFile, 'utf8').trim(),
    runtime,
    async close() {
      await runtime.close();
      await daemon.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Drive = (world: World, tool: string, args: JsonObject) => Promise<void>;

/** Typed by the names of the surfaces: a new surface without a driver does not compile. */
export const drivers: Readonly<Record<SurfaceName, Drive>> = {
  cli: driveCommandLine,
  http: driveHttp,
  mcp: driveMcp,
  library: driveLibrary,
};

async function driveCommandLine({ workspace, env }: World, tool: string, args: JsonObject): Promise<void> {
  await commandLine({ workspace, env }, ['call', tool, JSON.stringify(args), '--json']);
}

export interface CommandLineRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function commandLine(
  { workspace, env }: Pick<World, 'workspace' | 'env'>,
  argv: readonly string[],
): Promise<CommandLineRun> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = { out: '', err: '' };
  stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const stdin = new PassThrough();
  stdin.end();
  const exitCode = await runMain({
    argv,
    streams: { stdout, stderr },
    environment: { env, cwd: workspace, userId: process.getuid?.() ?? 0, stdin, signal: new AbortController().signal },
  });
  return { exitCode, stdout: text.out, stderr: text.err };
}

async function driveHttp({ daemon, token }: World, tool: string, args: JsonObject): Promise<void> {
  const response = await fetch(`${daemon.url}/api/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool, arguments: args }),
  });
  await response.text();
}

async function driveMcp({ runtime, workspace }: World, tool: string, args: JsonObject): Promise<void> {
  await mcpCall({ runtime, workspace }, tool, args);
}

/** A client of the 2025 era, as raw lines. Answers the message that answers the call. */
export async function mcpCall(
  { runtime, workspace }: Pick<World, 'runtime' | 'workspace'>,
  tool: string,
  args: JsonObject,
): Promise<JsonObject> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answered = Promise.withResolvers<JsonObject>();
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const line of text.split('\n').slice(0, -1)) {
      const message = JSON.parse(line) as JsonObject;
      if (message['id'] === 2) answered.resolve(message);
    }
  });
  const caller = stdioCaller({ userId: process.getuid?.() ?? 0, workspace, session: undefined }, false);
  const serving = serveStdio({
    runtime,
    caller,
    readOnly: false,
    input,
    output,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  const send = (message: JsonObject) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: tool, arguments: args } });
  const message = await answered.promise;
  input.end();
  await serving;
  return message;
}

async function driveLibrary({ workspace, env }: World, tool: string, args: JsonObject): Promise<void> {
  const gatehouse = await openGatehouse({ workspace, env });
  try {
    await gatehouse.call(tool, args);
  } finally {
    await gatehouse.close();
  }
}
