// Who may call may not decide: clients and every tool try to approve, to add a rule, and to reach the socket, the keys, the database and
// the token. The home lies inside the workspace here and the session runs in full-auto, so that nothing but the floors is in the way.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, Outcome, Runtime } from '../../src/contract/index.ts';
import { commandLineCaller, openDaemonHome, openRuntime, stdioCaller } from '../../src/runtime/index.ts';
import { apiRoutes } from '../../src/surfaces/http/routes/api-routes.ts';
import { startDaemon, type Daemon } from '../../src/surfaces/http/start-daemon.ts';
import { mcpCall } from './world.ts';

const userId = process.getuid?.() ?? 0;
let folder: string;
let workspace: string;
let home: string;
let daemon: Daemon;
let runtime: Runtime;
let approvalId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gh-authority-'));
  workspace = join(folder, 'work');
  home = join(workspace, 'home');
  mkdirSync(workspace);
  const env = { GATEHOUSE_HOME: home, HOME: folder };
  const report = () => undefined;
  daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  runtime = await openRuntime({ workspace, env, report });
  const asked = await runtime.call({
    tool: 'file_write',
    arguments: { value: { filename: 'x.txt', content: 'x' } },
    caller: person(),
  });
  if (asked.kind !== 'pending') throw new Error(`expected a question, got ${asked.kind}`);
  approvalId = asked.approval.id;
  await runtime.owner?.setSessionMode(person().session, 'full-auto', 'test');
  await runtime.owner?.setSessionMode(client().session, 'full-auto', 'test');
});

afterAll(async () => {
  await runtime.close();
  await daemon.close();
  rmSync(folder, { recursive: true, force: true });
});

const person = () =>
  commandLineCaller({ userId, workspace: runtime.workspace, session: undefined, attended: true, simulate: false });
const client = () => stdioCaller({ userId, workspace: runtime.workspace, session: undefined }, false);
const call = (tool: string, args: JsonObject): Promise<Outcome> =>
  runtime.call({ tool, arguments: { value: args }, caller: person() });

/** Every file the home holds now, so that a new one is tried as well. */
function ownFiles(): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('file tools', () => {
  it('neither read nor write anything in the home, in full-auto', async () => {
    const files = ownFiles();
    expect(files.map((file) => file.slice(home.length + 1))).toEqual(
      expect.arrayContaining(['gatehouse.db', 'run/owner.sock', 'run/client.token']),
    );
    for (const filename of [
      ...files,
      home,
      join(home, 'keys', 'new'),
      'home/gatehouse.db',
      './home/../home/run/client.token',
      'HOME/gatehouse.db',
    ]) {
      for (const [tool, args] of [
        ['file_read', { filename }],
        ['file_write', { filename, content: 'x' }],
        ['file_edit', { filename, old_string: 'a', new_string: 'b' }],
      ] as const) {
        const outcome = await call(tool, args);
        // Another spelling of the case is another file here, and one that is not there.
        if (filename.startsWith('HOME') && outcome.kind === 'completed') continue;
        expect(outcome.kind, `${tool} ${filename}`).toBe('refused');
      }
    }
  });

  it('find no name and no content of the home', async () => {
    const token = readFileSync(daemon.tokenFile, 'utf8').trim();
    for (const [tool, args] of [
      ['glob_search', { pattern: '**/*', include_ignored: true }],
      ['content_search', { pattern: token.slice(0, 12), include_ignored: true }],
    ] as const) {
      const outcome = await call(tool, args);
      const text = outcome.kind === 'completed' ? outcome.observation.text : '';
      expect(text, tool).not.toContain('client.token');
      expect(text, tool).not.toContain(token);
    }
  });
});

describe('shell commands', () => {
  it.each([
    'gatehouse approvals approve ID',
    'npx gatehouse approvals approve ID',
    'env X=1 gatehouse policy add allow --broad',
    'sh -c "gatehouse approvals approve ID"',
    'cat home/run/client.token',
    'cat "home"/run/client.token',
    'sqlite3 home/gatehouse.db "select 1"',
    'curl --unix-socket home/run/owner.sock http://localhost/api/rules',
    'cp -r home /tmp/copy',
    'cat $GATEHOUSE_HOME/keys/argument',
    'rm -rf home',
  ])('are refused: %s', async (command) => {
    const outcome = await call('shell', { command: command.replace('ID', approvalId) });
    expect(outcome.kind).toBe('refused');
  });
});

it('a fetch of our own API is refused', async () => {
  const outcome = await call('web_fetch', { url: `${daemon.url}/api/rules` });
  expect(outcome.kind === 'refused' && outcome.decision?.reasons[0]?.source).toBe('floor');
});

describe('an HTTP client with a token', () => {
  const owners = apiRoutes.filter((route) => route.ownerOnly);

  it('is refused by every route that decides', async () => {
    const token = readFileSync(daemon.tokenFile, 'utf8').trim();
    expect(owners.length).toBeGreaterThan(8);
    for (const route of owners) {
      const path = route.path.replace('{id}', approvalId).replace('{name}', 'x');
      const body = route.method === 'get' ? {} : { body: JSON.stringify({ act: 'once' }) };
      const response = await fetch(`${daemon.url}${path}`, {
        method: route.method.toUpperCase(),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...body,
      });
      expect(response.status, `${route.method} ${path}`).toBe(403);
    }
  });

  it('cannot say that it is somebody else', async () => {
    const token = readFileSync(daemon.tokenFile, 'utf8').trim();
    const forged = Buffer.from(JSON.stringify(person())).toString('base64url');
    const response = await fetch(`${daemon.url}/api/approvals/${approvalId}/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-gatehouse-caller': forged },
      body: JSON.stringify({ act: 'once' }),
    });
    expect([400, 403]).toContain(response.status);
  });
});

describe('an MCP client', () => {
  it('finds no tool that decides', async () => {
    const tools = await runtime.tools(client(), {});
    expect(tools.filter((tool) => /approv|grant|policy|rule|token|trust/.test(tool.name))).toEqual([]);
  });

  it('cannot answer a request, its own or another’s', async () => {
    await expect(runtime.elicited(client(), approvalId, { accepted: true })).rejects.toMatchObject({
      code: 'not_the_owner',
    });
    const message = await mcpCall({ runtime, workspace: runtime.workspace }, 'approve', { id: approvalId });
    expect(JSON.stringify(message)).toContain('-32602');
  });
});

it('after all of it the request is still open and no rule was added', async () => {
  expect((await runtime.approval(person(), approvalId))?.status).toBe('pending');
  expect((await runtime.rules()).rules).toEqual([]);
});
