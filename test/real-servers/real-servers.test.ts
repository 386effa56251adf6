// Servers from npm behind Gatehouse, each of their tools called by the official client, and by the Inspector over HTTP: once with input
// that works, and once with input that does not.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDaemonHome } from '../../src/runtime/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { commandLine } from '../surfaces/world.ts';
import { createServerWorld, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';
import type { CallRow, Place, RealServer } from './calls/call-row.ts';
import { everything } from './calls/everything.ts';
import { filesystem } from './calls/filesystem.ts';
import { memory } from './calls/memory.ts';
import { chromium, playwright } from './calls/playwright.ts';
import { sequentialThinking } from './calls/sequential-thinking.ts';

const servers: readonly RealServer[] = [everything, filesystem, memory, sequentialThinking, playwright];
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const page = `<!doctype html><title>A page</title><h1>The first page</h1>
<label>Name <input id="name"></label> <button id="press">Press</button>
<select id="colour"><option value="red">red<option value="blue">blue</select>
<p id="zone" ondragover="event.preventDefault()">Zone</p> <button id="ask" onclick="alert('Well?')">Ask</button>
<input type="file" id="file"><script>console.info('hello from the page')</script>`;

// What others said is in the session after the first call: from then on calls ask, and whoever is behind the client says yes.
const settings = `mode: full-auto\ndeferral: false\napprovals: { elicitation: ['stdio:${process.getuid?.() ?? 0}'] }`;

async function placeFor(world: ServerWorld): Promise<Place> {
  const folder = join(realpathSync(world.folder), 'acted-on');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), 'first line\n');
  writeFileSync(join(folder, 'dot.png'), Buffer.from(dot, 'base64'));
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address.
  return { folder, page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Configured and accepted; answers the names under which its tools are called, and what was left out. */
async function accepted(world: ServerWorld, { name, entry }: RealServer, place: Place) {
  world.configure({ [name]: entry(place) }, settings);
  const house = await world.house();
  const { tools, notices } = await house.accept(name);
  await house.runtime.close();
  return { tools, notices };
}

const skipped = (server: RealServer) => server === playwright && chromium === null;

describe.each(servers)('$name', (server) => {
  const exposed = ({ tool }: Pick<CallRow, 'tool'>) => `mcp_${server.name}_${tool}`;

  it.skipIf(skipped(server))(
    'each tool answers the official client over stdio what it should, and broken input by name',
    async () => {
      const world = createServerWorld();
      const place = await placeFor(world);
      const { tools, notices } = await accepted(world, server, place);
      const rows = server.rows(place);
      expect(tools.toSorted()).toEqual(rows.map(exposed).toSorted());
      expect(notices).toHaveLength(Object.keys(server.leftOut).length);
      for (const [tool, why] of Object.entries(server.leftOut))
        expect(notices.find((notice) => notice.includes(tool))).toMatch(why);
      const client = new Client(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {}, url: {} } } },
      );
      // Of Gatehouse, whether the call may run; of the server, what it asks.
      client.setRequestHandler('elicitation/create', ({ params }) => {
        if (!('requestedSchema' in params)) return { action: 'accept' };
        const isApproval = 'decision' in params.requestedSchema.properties;
        return { action: 'accept', content: isApproval ? { decision: 'approve' } : { name: 'Ada' } };
      });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [join(root, 'test/programs/gatehouse.ts'), 'mcp'],
          cwd: world.workspace,
          env: environment(world),
          stderr: 'ignore',
        }),
      );
      onTestFinished(() => client.close());
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining(rows.map(exposed)));
      const wrong: string[] = [];
      for (const row of rows) {
        const name = exposed(row);
        if (row.before !== undefined) await answerOf(client, exposed(row.before), row.before.with);
        const first = await answerOf(client, name, row.works.with);
        // A browser that is just swapping its page has none to act on for a moment, and says so.
        const worked = first.text.includes('Not attached to an active page')
          ? await answerOf(client, name, row.works.with)
          : first;
        if (worked.isError || !row.works.shows.test(worked.text)) wrong.push(`${name} should work: ${worked.text}`);
        const failed = await answerOf(client, name, row.fails.with);
        if (!failed.isError || !row.fails.says.test(failed.text)) wrong.push(`${name} should fail: ${failed.text}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});

it('the Inspector calls a tool of each over HTTP, with input that works and with broken input', async () => {
  const world = createServerWorld();
  const place = await placeFor(world);
  const tried = servers.filter((server) => !skipped(server));
  world.configure(Object.fromEntries(tried.map(({ name, entry }) => [name, entry(place)])), settings);
  const house = await world.house();
  await Promise.all(tried.map(({ name }) => house.accept(name)));
  await house.runtime.close();
  const report = () => undefined;
  const home = await openDaemonHome({ env: environment(world), report });
  const daemon = await startDaemon({ home, port: 0, workspace: world.workspace, report });
  onTestFinished(() => daemon.close());
  const target = {
    url: `${daemon.url}/mcp`,
    token: readFileSync(daemon.tokenFile, 'utf8').trim(),
    approve: (id: string) =>
      commandLine({ workspace: world.workspace, env: environment(world) }, ['approvals', 'approve', id]),
  };
  for (const server of tried) {
    const [row] = server.rows(place);
    if (row === undefined) throw new Error(`There are no calls of ${server.name}.`);
    const name = `mcp_${server.name}_${row.tool}`;
    expect(await inspected(target, name, row.works.with)).toMatch(row.works.shows);
    expect(await inspected(target, name, row.fails.with)).toMatch(row.fails.says);
  }
}, 90_000);

function environment({ folder, configFile }: ServerWorld): Record<string, string> {
  return { HOME: folder, GATEHOUSE_HOME: join(folder, 'home'), GATEHOUSE_CONFIG: configFile, PATH: '/usr/bin:/bin' };
}

interface Answer {
  readonly isError: boolean;
  /** All of the answer, as JSON with its text readable. */
  readonly text: string;
}

/** An error of the protocol is an answer too. */
async function answerOf(client: Client, name: string, given: unknown): Promise<Answer> {
  const params = { name, arguments: given as Record<string, unknown> }; // a cast: what is no map is sent on purpose
  try {
    const result = await client.callTool(params);
    return { isError: result.isError === true, text: readable(result) };
  } catch (error) {
    return { isError: true, text: String(error) };
  }
}

function readable({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  return content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block))).join('\n');
}

interface Target {
  readonly url: string;
  readonly token: string;
  readonly approve: (id: string) => Promise<unknown>;
}

/** All that it prints, whether it ends well or not; what waits for a yes is given one and called again. */
async function inspected(target: Target, tool: string, given: unknown): Promise<string> {
  const printed = await inspect(target, tool, given);
  const [, id] = /\(request (apr_\w+), until/.exec(printed) ?? [];
  if (id === undefined) return printed;
  await target.approve(id);
  return inspect(target, tool, given);
}

async function inspect({ url, token }: Target, tool: string, given: unknown): Promise<string> {
  const inspector = join(root, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const args = entries.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const asked = ['--method', 'tools/call', '--tool-name', tool, ...(args.length > 0 ? ['--tool-arg', ...args] : [])];
  const header = ['--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  const run = promisify(execFile);
  try {
    const { stdout } = await run(process.execPath, [inspector, '--cli', url, ...header, ...asked]);
    return stdout;
  } catch (error) {
    return error instanceof Error && 'stdout' in error && 'stderr' in error
      ? `${String(error.stdout)}${String(error.stderr)}`
      : String(error);
  }
}
