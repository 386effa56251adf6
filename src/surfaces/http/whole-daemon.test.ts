// The daemon over a real home: what a user of the HTTP API meets from the first call to the end of a token.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalView, RecordedEvent, Runtime } from '../../contract/index.ts';
import { openDaemonHome } from '../../runtime/index.ts';
import { connectRemote } from '../../runtime/remote/remote-runtime.ts';
import { startDaemon, type Daemon } from './start-daemon.ts';

let folder: string;
let workspace: string;
let daemon: Daemon;
let owner: Runtime;
const faults: string[] = [];

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gh-')));
  workspace = join(folder, 'work');
  mkdirSync(workspace);
  const report = (message: string) => void faults.push(message);
  const home = await openDaemonHome({ env: { GATEHOUSE_HOME: join(folder, 'home') }, report });
  daemon = await startDaemon({ home, port: 0, workspace, report });
  owner = await connectRemote({ socketPath: daemon.socketPath, workspace });
});

afterAll(async () => {
  await daemon.close();
  rmSync(folder, { recursive: true });
});

/** Of the JSON a route may answer with, what these tests look at by name. */
interface ToldBody {
  readonly error?: { readonly message: string; readonly details: { readonly nearest?: readonly string[] } };
  readonly sessionMode?: string;
  readonly toolsByMode?: object;
  readonly code?: string;
  readonly by?: string;
  readonly receipt?: unknown;
  readonly approval?: { readonly id: string };
}

interface Told<Body> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
}

const localToken = () => readFileSync(daemon.tokenFile, 'utf8').trim();

async function ask<Body = ToldBody>(
  path: string,
  given: { readonly token?: string; readonly body?: unknown; readonly method?: string } = {},
): Promise<Told<Body>> {
  const { token = localToken(), body, method = body === undefined ? 'GET' : 'POST' } = given;
  const response = await fetch(`${daemon.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), text };
}

const callTool = (tool: string, args: unknown, token?: string) =>
  ask('/api/calls', { body: { tool, arguments: args }, ...(token === undefined ? {} : { token }) });

describe('what can be done here', () => {
  const names: readonly (readonly [string, number])[] = [
    ['file_read', 200],
    ['read_text', 200],
    ['%20file_read%20', 200],
    ['', 400],
    ['%20%20', 400],
    ['x'.repeat(201), 400],
    ['x'.repeat(200), 404],
    ['constructor', 404],
    ['file_raed', 404],
  ];
  it.each(names)('of the tool %j is told with %j', async (name, status) => {
    const told = await ask(`/api/capabilities?tool_name=${name}`);
    expect(told.status).toBe(status);
    if (status === 200) expect(told.body).toMatchObject({ name: 'file_read', parameters: { type: 'object' } });
    else expect(told.body.error?.message).not.toBe('');
    if (name === 'file_raed') expect(told.body.error?.details.nearest).toContain('file_read');
  });

  it('names every list whose changes are told', async () => {
    expect(await ask('/api/list-changes')).toMatchObject({ status: 200, body: ['tools', 'resources', 'prompts'] });
  });

  it('is told whole without a name', async () => {
    const told = await ask('/api/capabilities');
    expect([told.status, told.body.sessionMode, Object.keys(told.body.toolsByMode ?? {}).length > 3]).toEqual([
      200,
      'readonly',
      true,
    ]);
  });
});

describe('calls', () => {
  const calls: readonly (readonly [string, unknown, number, object])[] = [
    [
      'calculate',
      { expression: '2**64' },
      200,
      { kind: 'completed', isError: false, observation: { text: '18446744073709551616' } },
    ],
    ['calculate', { expression: '1/0' }, 200, { kind: 'completed', isError: true }],
    [
      'file_write',
      { filename: 'asked.txt', content: 'x' },
      202,
      { kind: 'pending', isError: false, approval: { status: 'pending' } },
    ],
    ['sudo_shell', { command: 'id' }, 403, { kind: 'refused', code: 'denied', isError: true }],
    ['nothing_of_that_name', {}, 404, { kind: 'refused', code: 'unknown_tool' }],
    ['file_read', { filename: 'a', limit: 'many' }, 422, { kind: 'refused', problems: [{ path: '/limit' }] }],
    ['file_read', [], 422, { kind: 'refused', problems: [{ path: '' }] }],
  ];
  it.each(calls)('of %s with %j come back as %i', async (tool, args, status, outcome) => {
    const told = await callTool(tool, args);
    expect(told.status).toBe(status);
    expect(told.body).toMatchObject(outcome);
  });

  it('whose arguments no double, no depth and no size can hold are refused by the gate, with the place', async () => {
    const bodies = [
      '{"tool":"file_read","arguments":{"filename":"a","limit":12345678901234567890}}',
      '{"tool":"file_read","arguments":{"filename":"a","filename":"b"}}',
      `{"tool":"calculate","arguments":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      `{"tool":"calculate","arguments":{"expression":"${'1'.repeat(2_000_000)}"}}`,
    ];
    for (const body of bodies) {
      const told = await ask('/api/calls', { body });
      expect([told.status, told.body.code, told.body.by]).toEqual([422, 'invalid_arguments', 'validate']);
      expect(told.body.receipt).not.toBe(null);
    }
  });

  it('that ask run once when the owner says yes, and their client collects them once', async () => {
    const asked = await callTool('file_write', { filename: 'once.txt', content: 'x' });
    const id = asked.body.approval?.id ?? '';
    expect((await ask(`/api/approvals/${id}/answer`, { body: { act: 'once' } })).status).toBe(403);
    expect(existsSync(join(workspace, 'once.txt'))).toBe(false);

    const answered = await owner.owner?.answer(id, { act: 'once' }, { by: 'ignored' });
    expect(answered?.approval).toMatchObject({ status: 'completed', decidedBy: `user:${process.getuid?.() ?? 0}` });
    expect(readFileSync(join(workspace, 'once.txt'), 'utf8')).toBe('x');
    expect(await ask(`/api/approvals/${id}/collect`, { body: '' })).toMatchObject({
      status: 200,
      body: { kind: 'completed' },
    });
    expect(await ask(`/api/approvals/${id}/collect`, { body: '' })).toMatchObject({
      status: 404,
      body: { code: 'unknown_approval' },
    });
  });

  it('show the token of the daemon to nobody', async () => {
    writeFileSync(join(workspace, 'leak.txt'), `token: ${localToken()}\n`);
    const told = await callTool('file_read', { filename: 'leak.txt' });
    expect(told.status).toBe(200);
    expect(told.text).not.toContain(localToken());
  });
});

describe('a token of an operator that is narrowed', () => {
  const narrowings = [
    [{ readOnly: true }, 200, 404],
    [{ readOnly: false }, 200, 202],
    [{ profile: 'not-configured' }, 404, 404],
  ] as const;
  it.each(narrowings)('to %j stays so at calls and lists', async (narrowing, reads, writes) => {
    const made = await owner.owner?.addToken({ name: 'narrow', trust: 'operator', ...narrowing }, '');
    const token = made?.token ?? '';
    expect((await callTool('calculate', { expression: '7' }, token)).status).toBe(reads);
    expect((await callTool('file_write', { filename: 'n.txt', content: 'x' }, token)).status).toBe(writes);
    const { text } = await ask('/api/tools', { token });
    expect(text.includes('"file_write"')).toBe(writes === 202);
    expect(text.includes('"calculate"')).toBe(reads === 200);
    await owner.owner?.revokeToken('narrow', '');
  });
});

describe('a guest', () => {
  it('calls what it may, sees what is its own, and is out when its token is revoked', async () => {
    const { token } = (await owner.owner?.addToken({ name: 'visitor', trust: 'guest' }, '')) ?? { token: '' };
    await callTool('calculate', { expression: '1' });
    const own = await callTool('calculate', { expression: '2' }, token);
    expect(own.status).toBe(200);
    expect((await callTool('file_write', { filename: 'g.txt', content: 'x' }, token)).status).toBe(404);

    const { body: events } = await ask<readonly RecordedEvent[]>('/api/events?limit=1000', { token });
    expect(events.length).toBeGreaterThan(0);
    expect(new Set(events.map(({ envelope }) => envelope['principal']))).toEqual(new Set(['token:visitor']));
    expect((await ask('/api/approvals?show=all', { token })).body).toEqual([]);
    const { body: tools } = await ask<readonly { readonly policyClass: string }[]>(
      '/api/tools?trust=operator&hidden=true',
      { token },
    );
    expect(new Set(tools.map(({ policyClass }) => policyClass))).toEqual(new Set(['read_only']));
    const { body: rows } = await ask<readonly { readonly tool: string; readonly trust: string }[]>(
      '/api/policy/matrix',
      { token },
    );
    expect(new Set(rows.map(({ trust }) => trust))).toEqual(new Set(['guest']));
    expect(rows.map(({ tool }) => tool)).not.toContain('shell');

    await owner.owner?.revokeToken('visitor', '');
    expect((await callTool('calculate', { expression: '3' }, token)).status).toBe(401);
  });

  it('does not see the requests of others by their id', async () => {
    const { token } = (await owner.owner?.addToken({ name: 'curious', trust: 'guest' }, '')) ?? { token: '' };
    const asked = await callTool('file_write', { filename: 'mine.txt', content: 'x' });
    const id = asked.body.approval?.id ?? '';
    const [theirs, none] = [
      await ask(`/api/approvals/${id}`, { token }),
      await ask('/api/approvals/apr_none', { token }),
    ];
    expect([theirs.status, theirs.text.replace(id, 'apr_none')]).toEqual([404, none.text]);
    expect((await ask(`/api/approvals/${id}`, { token, method: 'DELETE' })).status).toBe(404);
    expect((await ask(`/api/approvals/${id}/collect`, { token, body: '' })).status).toBe(404);
    const { body: shown } = await ask<ApprovalView>(`/api/approvals/${id}`);
    expect(shown.status).toBe('pending');
  });
});

it('serves another workspace to the owner, with rules of one home and files of its own', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'a.txt'), 'in the other');
  const runtime = await connectRemote({ socketPath: daemon.socketPath, workspace: other });
  const caller = {
    principal: 'user:1',
    agent: 'default',
    trust: 'operator',
    surface: 'cli',
    session: 's',
    attended: true,
    seesHidden: true,
  } as const;
  const narrowing = { forbidden: null, allowedTools: null, policyClasses: null };
  const outcome = await runtime.call({
    tool: 'file_read',
    arguments: { json: '{"filename":"a.txt"}' },
    caller: { ...caller, ...narrowing, workspace: other },
  });
  expect(outcome).toMatchObject({ kind: 'completed', observation: { text: expect.stringContaining('in the other') } });
  expect((await callTool('file_read', { filename: 'a.txt' })).body).not.toMatchObject({
    observation: { isError: false },
  });
});

it('has met no fault of ours in all of this', () => {
  expect(faults).toEqual([]);
});
