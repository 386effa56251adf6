// Programs in real bubblewrap that end in a bad way, or whose sandbox does: a clear result, and the table of processes as it was.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoBubblewrap } from '../sandbox/sandbox-for-test.ts';
import { programsForTest, type ProgramsForTest } from './programs-for-test.ts';

const missing = whyNoBubblewrap();
let folder = '';
let programs: ProgramsForTest;

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly words: string;
}

function table(): readonly Row[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state = '', words = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), words }];
  });
}

/** What runs below this process, and whatever names the folder of this test wherever it hangs. */
function ours(): readonly string[] {
  const rows = table();
  const below = new Set([process.pid]);
  for (const { pid, parent } of rows.toSorted((a, b) => a.pid - b.pid)) if (below.has(parent)) below.add(pid);
  return rows
    .filter(({ pid, words }) => (below.has(pid) && pid !== process.pid) || words.includes(folder))
    .filter(({ words }) => !words.startsWith('ps '))
    .map(({ pid, words }) => `${pid} ${words}`);
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-falls-')));
  programs = await programsForTest(folder);
  await programs.run('true');
});

afterAll(() => {
  programs.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(missing !== null)(`a sandbox${missing === null ? '' : ` (${missing})`}`, () => {
  it('that is killed in the middle of a command takes it along, and that is said', async () => {
    const before = ours();
    const running = programs.run(`echo begun; echo $$ > begun; sleep 86.5; : ${folder}`);
    await expect.poll(() => ours().some((row) => row.includes('bwrap'))).toBe(true);
    await expect.poll(() => existsNotEmpty(join(folder, 'begun'))).toBe(true);
    const [outermost] = table().filter(({ parent, words }) => parent === process.pid && words.includes('bwrap'));
    process.kill(outermost?.pid ?? Number.NaN, 'SIGKILL');
    expect(await running).toMatchObject({
      stdout: 'begun\n',
      exitCode: null,
      signal: 'SIGKILL',
      timedOut: false,
      sandbox: 'full',
      notes: [expect.stringMatching(/sandbox was ended from outside \(SIGKILL\)/)],
    });
    expect(ours()).toEqual(before);
  });

  it.each([
    [
      'a fork that holds the output',
      'sleep 86.25 & echo done',
      {},
      { exitCode: 0, stdout: 'done\n', endedLeftovers: true },
    ],
    [
      'one that left session and group',
      'setsid -f setsid -f sleep 86.25; echo done',
      {},
      { exitCode: 0, endedLeftovers: true },
    ],
    ['one without any variable', 'env -i setsid -f sleep 86.25; echo done', {}, { exitCode: 0, endedLeftovers: true }],
    ['output that never ends', 'yes', { timeoutMs: 500, maxBytes: 1_000 }, { timedOut: true }],
    ['output that never ends, by a fork', 'yes & sleep 86.25', { timeoutMs: 500, maxBytes: 1_000 }, { timedOut: true }],
    [
      'a command that ignores every signal',
      'trap "" TERM INT HUP QUIT; while :; do sleep 0.1; done',
      { timeoutMs: 400 },
      { timedOut: true },
    ],
    [
      'forks without end',
      'f() { f & f & sleep 86.25; }; (ulimit -u 200; f) 2>/dev/null; sleep 86.25',
      { timeoutMs: 700 },
      { timedOut: true },
    ],
    ['a command that ends all it can', 'kill -9 -1; sleep 86.25', { timeoutMs: 3_000 }, { sandbox: 'full' }],
    ['a command that ends itself', 'kill -KILL $$', {}, { exitCode: null, signal: 'SIGKILL' }],
  ])('leaves nothing: %s', async (_what, line, limits, end) => {
    const before = ours();
    expect(await programs.run(`${line}\n: ${folder}`, limits)).toMatchObject(end);
    expect(ours()).toEqual(before);
  });
});

function existsNotEmpty(path: string): boolean {
  try {
    return readFileSync(path, 'utf8') !== '';
  } catch {
    return false;
  }
}
