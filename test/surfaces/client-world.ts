// A home with one server behind Gatehouse that says and asks things, and official clients of either era in front of it, on every way there is.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { openDaemonHome } from '../../src/runtime/index.ts';
import { startDaemon, type Daemon } from '../../src/surfaces/http/start-daemon.ts';
import { root } from '../repository.ts';
import { commandLine } from './world.ts';

const program = join(root, 'test/programs/gatehouse.ts');

export type Way = 'stdio' | 'stdio beside the daemon' | 'http';
export type ClientEra = 'legacy' | 'auto';

export const ways = (['stdio', 'stdio beside the daemon', 'http'] as const).flatMap((way) =>
  (['legacy', 'auto'] as const).map((era) => [way, era] as const),
);

export interface ClientWorld {
  readonly folder: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the server told. */
  told(): string;
  daemon(): Promise<Daemon>;
  /** `prepare` comes before the connection. */
  connected(way: Way, era: ClientEra, options?: ClientOptions, prepare?: (client: Client) => void): Promise<Client>;
}

/** `more` is configuration besides the server `s`, `ofServer` settings of that. */
export async function openClientWorld(more = '', ofServer: object = {}): Promise<ClientWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'gh-clients-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = join(folder, 'work');
  const told = join(folder, 'told');
  mkdirSync(workspace);
  const server = { command: process.execPath, args: [join(root, 'test/programs/asking-mcp.mjs'), told], ...ofServer };
  const servers = JSON.stringify({ servers: { s: server } });
  writeFileSync(join(folder, 'config.yaml'), `mode: full-auto\npolicy: { flow: "off" }\n${more}\nmcp: ${servers}\n`);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GATEHOUSE_HOME: join(folder, 'home'),
    GATEHOUSE_CONFIG: join(folder, 'config.yaml'),
  };
  const shown = await commandLine({ workspace, env }, ['mcp-servers', 'accept', 's', '--start', '--json']);
  const { digest } = JSON.parse(shown.stdout) as { readonly digest: string };
  await commandLine({ workspace, env }, ['mcp-servers', 'accept', 's', '--as', digest]);
  const report = (): void => undefined;
  const daemon = async (): Promise<Daemon> => {
    const started = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
    onTestFinished(() => started.close());
    return started;
  };
  return {
    folder,
    workspace,
    env,
    told: () => readFileSync(told, 'utf8'),
    daemon,
    async connected(way, era, options = {}, prepare = () => undefined) {
      const client = new Client({ name: 'test', version: '1' }, { ...options, versionNegotiation: { mode: era } });
      prepare(client);
      const served = way === 'stdio' ? null : await daemon();
      await client.connect(served !== null && way === 'http' ? httpTo(served) : stdioIn(workspace, env));
      onTestFinished(() => client.close());
      return client;
    },
  };
}

function stdioIn(workspace: string, env: ClientWorld['env']): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: workspace,
    env: { ...env },
  });
}

function httpTo(daemon: Daemon): StreamableHTTPClientTransport {
  const authorization = `Bearer ${readFileSync(daemon.tokenFile, 'utf8').trim()}`;
  return new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), {
    requestInit: { headers: { authorization } },
  });
}
