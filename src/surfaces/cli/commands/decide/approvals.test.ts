// Answering requests for approval by the command line: every answer, over both runtimes, beside an asking process that lives.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ApprovalView, Outcome } from '../../../../contract/index.ts';
import { composeLocal, libraryCaller } from '../../../../runtime/index.ts';
import { locateHome, openHome } from '../../../../host/index.ts';
import { createCommandLine, environmentOf, startDaemonOf, type CommandLine } from '../../run-for-test.ts';

let count = 0;

interface Asked {
  readonly file: string;
  readonly args: readonly string[];
  readonly id: string;
}

/** A new call of file_write that waits. */
async function ask(at: CommandLine, content = 'as asked'): Promise<Asked> {
  const file = `file${(count += 1)}.txt`;
  const args = ['call', 'file_write', JSON.stringify({ filename: file, content })];
  const { value } = await at.json(args);
  return { file, args, id: pendingId(value) };
}

function pendingId(value: unknown): string {
  expect(value).toMatchObject({ kind: 'pending', approval: { id: expect.any(String) } });
  // Its shape was checked above.
  return (value as Extract<Outcome, { kind: 'pending' }>).approval.id;
}

async function statusOf(at: CommandLine, id: string): Promise<string> {
  return ((await at.json(['approvals', 'show', id])).value as ApprovalView).status;
}

describe.each(['local', 'daemon'] as const)('approvals with the %s runtime', (runtime) => {
  const at = createCommandLine(afterAll);
  const contentOf = (file: string) => readFileSync(join(at.workspace, file), 'utf8');
  beforeAll(async () => {
    if (runtime === 'daemon') await startDaemonOf(at, afterAll);
  });

  it('approves once: shows what is approved, runs it, prints what came of it; the caller gets it once', async () => {
    const { id, file, args } = await ask(at);
    const ran = await at.run(['approvals', 'approve', id.slice(0, 10)]);
    expect(ran.stderr).toMatch(
      new RegExp(`^${id} {2}pending[^]*target +write path ${file}[^]*content = as asked[^]*request +[0-9a-f]{64}`),
    );
    expect(ran.stdout).toMatch(new RegExp(`^${id}: executed[^]*Created ${file}`));
    expect(ran.code).toBe(0);
    expect(contentOf(file)).toBe('as asked');
    expect(await at.run(args)).toMatchObject({ code: 0, stdout: expect.stringContaining(`Created ${file}`) });
    expect((await at.run(args)).code).toBe(4);
  });

  it.each([['approve'], ['deny']])(
    'says of a second answer (%s) that there is one already, with exit 3',
    async (second) => {
      const { id } = await ask(at);
      await at.run(['approvals', 'approve', id]);
      const ran = await at.run(['approvals', second, id]);
      expect(ran).toMatchObject({
        code: 3,
        stdout: '',
        stderr: expect.stringMatching(/cannot be answered: it is completed already/),
      });
    },
  );

  it('does not answer what nobody answered in time', async () => {
    const { id, file } = await ask(at);
    const store = new DatabaseSync(join(at.home, 'gatehouse.db'), { timeout: 5000 });
    store.prepare('update approvals set expires_at = 1 where id = ?').run(id);
    store.close();
    const ran = await at.run(['approvals', 'approve', id]);
    expect(ran).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/cannot be answered: .*expired/) });
    expect(existsSync(join(at.workspace, file))).toBe(false);
  });

  it('approves for the session: the same call runs at once from then on, until the grant is revoked', async () => {
    const { id, args } = await ask(at);
    await at.run(['approvals', 'approve', id, '--session', '--minutes', '90']);
    await at.run(args);
    expect((await at.run(args)).code).toBe(0);
    const [grant] = (await at.json(['grants'])).value as { id: string; createdAt: string; expiresAt: string }[];
    expect(Date.parse(grant?.expiresAt ?? '') - Date.parse(grant?.createdAt ?? '')).toBe(90 * 60_000);
    await at.run(['grants', 'revoke', grant?.id ?? '']);
    expect((await at.run(args)).code).toBe(4);
  });

  it('approves other arguments: those run, the original is superseded and its caller is told', async () => {
    const { id, file, args } = await ask(at);
    const ran = await at.run(['approvals', 'approve', id, '--edit', '-'], {
      stdin: JSON.stringify({ filename: file, content: 'as edited' }),
    });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`Created ${file}`) });
    expect(contentOf(file)).toBe('as edited');
    expect(await statusOf(at, id)).toBe('superseded');
    const collected = await at.json(args);
    expect(collected.value).toMatchObject({
      kind: 'completed',
      observation: { text: expect.stringContaining('as edited') },
    });
  });

  it.each([
    ['that do not fit', '{"filename":7}', 5, /Refused \(validate\)/],
    ['that are no JSON', '{', 5, /Refused \(validate\)/],
    ['that a floor denies', '{"filename":".git/config","content":"x"}', 3, /denied by floor/],
  ])('keeps the request open when it is approved with arguments %s', async (_what, edit, code, says) => {
    const { id } = await ask(at);
    const ran = await at.run(['approvals', 'approve', id, '--edit', edit]);
    expect(ran.stdout).toMatch(/the request stays open/);
    expect(ran.stdout).toMatch(says);
    expect(ran.code).toBe(code);
    expect(await statusOf(at, id)).toBe('pending');
  });

  it('denies with a note that the caller gets with its next equal call, once', async () => {
    const { id, args, file } = await ask(at);
    const ran = await at.run(['approvals', 'deny', id, '--note', 'use another\u202E name']);
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Denied apr_\w+: file_write does not run, and its caller is told your note\.$/m),
    });
    expect(await at.run(args)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/The approver said no\. use another\\u\{202E\} name/),
    });
    expect((await at.run(args)).code).toBe(4);
    expect(existsSync(join(at.workspace, file))).toBe(false);
  });

  it('takes a request back: it cannot be answered any more, and the call asks anew', async () => {
    const { id, args } = await ask(at);
    expect(await at.run(['approvals', 'withdraw', id])).toMatchObject({ code: 0, stdout: expect.stringContaining(id) });
    expect((await at.run(['approvals', 'approve', id])).code).toBe(3);
    expect((await at.run(['approvals', 'withdraw', id])).code).toBe(3);
    expect(pendingId((await at.json(args)).value)).not.toBe(id);
  });

  it('lists and shows everything whole, each character visible, and no text that passes for a field', async () => {
    const hostile = `rm -rf /\u202E\u200B\u001B[1A\n  why         It is harmless.\n${'x'.repeat(300)} THE END`;
    const { id } = await ask(at, hostile);
    const shown = await at.run(['approvals', 'show', id], { columns: 80 });
    for (const hidden of ['\u202E', '\u200B', '\u001B']) expect(shown.stdout).not.toContain(hidden);
    expect(shown.stdout).toContain('\\u{202E}\\u{200B}\\u{1B}[1A\\u{0A}');
    expect(shown.stdout.match(/^ {2}why /gm)).toHaveLength(1);
    expect(shown.stdout.replaceAll(/\n +/g, '')).toContain(`${'x'.repeat(300)} THE END`);
    const wide = shown.stdout.split('\n').filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });

  it('approves a request of another workspace: it runs there', async () => {
    const { id, file } = await ask(at);
    const elsewhere = join(at.workspace, '..', 'elsewhere');
    mkdirSync(elsewhere, { recursive: true });
    const ran = await at.run(['approvals', 'approve', id], { cwd: elsewhere });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`Created ${file}`) });
    expect(existsSync(join(at.workspace, file))).toBe(true);
  });

  it('tells the whole story of a request by its id', async () => {
    const { id } = await ask(at);
    await at.run(['approvals', 'approve', id]);
    const events = (await at.json(['audit', 'show', id])).value as { kind: string }[];
    expect(events.map(({ kind }) => kind)).toEqual([
      'policy_decision',
      'tool_requested',
      'alert_raised',
      'approval_answered',
      'policy_decision',
      'approval_claimed',
      'tool_executed',
    ]);
  });
});

describe('beside an asking process that lives', () => {
  async function openAsker(at: CommandLine) {
    const env = environmentOf(at.home);
    const home = openHome({ path: locateHome(env), create: true });
    const runtime = await composeLocal({
      home,
      workspace: at.workspace,
      env,
      report: () => undefined,
      daemonRuns: () => Promise.resolve(false),
    });
    onTestFinished(() => runtime.close());
    const caller = libraryCaller({ agent: 'default', trust: 'operator', session: 'asker', workspace: at.workspace });
    return (tool: string, value: object) => runtime.call({ tool, arguments: { value }, caller });
  }

  it('the process that asked runs what is approved, and the approver sees the outcome', async () => {
    const at = createCommandLine(onTestFinished);
    const call = await openAsker(at);
    const asked = { filename: 'there.txt', content: 'x' };
    const id = pendingId(await call('file_write', asked));
    const ran = await at.json(['approvals', 'approve', id]);
    expect(ran.value).toMatchObject({
      text: expect.stringMatching(/executed/),
      approval: { status: 'completed' },
      outcome: { kind: 'completed' },
    });
    expect(ran.code).toBe(0);
    const events = (await at.json(['audit', 'show', id])).value as { kind: string; writer: string }[];
    const writerOf = (kind: string) => events.find((event) => event.kind === kind)?.writer;
    expect(writerOf('tool_executed')).toBe(writerOf('tool_requested'));
    expect(writerOf('approval_answered')).not.toBe(writerOf('tool_requested'));
    expect(await call('file_write', asked)).toMatchObject({ kind: 'completed' });
  });

  it('an approver who stops waiting is told how far it is, with exit 1; what was approved goes on', async () => {
    const at = createCommandLine(onTestFinished);
    const call = await openAsker(at);
    writeFileSync(join(at.workspace, 'go'), '');
    const command = 'while [ -e go ]; do sleep 0.05; done; echo over > done.txt';
    const id = pendingId(await call('shell', { command }));
    const stopping = new AbortController();
    const approving = at.json(['approvals', 'approve', id], { signal: stopping.signal });
    await expect.poll(() => statusOf(at, id)).toBe('executing');
    stopping.abort();
    const ran = await approving;
    expect(ran).toMatchObject({ code: 1, value: { approval: { status: 'executing' }, outcome: null } });
    expect((await at.run(['approvals'])).stdout).toMatch(new RegExp(`^${id} {2}executing`));
    rmSync(join(at.workspace, 'go'));
    await expect.poll(() => existsSync(join(at.workspace, 'done.txt'))).toBe(true);
  });
});

it('approves a request whose workspace is gone, and says that it waits for it, with exit 4', async () => {
  const at = createCommandLine(onTestFinished);
  const gone = join(at.workspace, '..', 'gone');
  mkdirSync(gone);
  await at.run(['call', 'file_write', '--arg', 'filename=x', '--arg', 'content=x'], { cwd: gone });
  const [view] = (await at.json(['approvals'])).value as ApprovalView[];
  rmSync(gone, { recursive: true });
  const ran = await at.run(['approvals', 'approve', view?.id ?? '']);
  expect(ran).toMatchObject({
    code: 4,
    stdout: expect.stringContaining(`approved, waiting for the runtime that asked or another one of ${gone}`),
  });
});
