import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfinedPath, ProcessAccess, ProgramRun } from '../../contract/index.ts';
import { createConfinement, type Confinement } from '../files/confinement.ts';
import { sandboxForTest, whyNoBubblewrap } from '../sandbox/sandbox-for-test.ts';
import type { SandboxSettings } from '../sandbox/sandbox.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { findShell } from '../programs/find-shell.ts';
import { createProcessAccess } from './process-access.ts';

let folder = '';
let confinement: Confinement;
let directory: ConfinedPath;
let programs: ProcessAccess;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-process-')));
  confinement = await createConfinement({
    workspace: folder,
    readRoots: [folder],
    writeRoots: [folder],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
  });
  directory = await confined('.');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function access(more: Partial<SandboxSettings>, shell?: string): Promise<ProcessAccess> {
  return createProcessAccess({
    shell: shell ?? (await findShell()),
    environment: cleanEnvironment(
      { PATH: process.env['PATH'], HOME: folder, MY_TOKEN: 'x', NODE_OPTIONS: '--no-warnings' },
      { allow: [] },
    ),
    sandbox: sandboxForTest(folder, more),
  });
}

async function confined(path: string): Promise<ConfinedPath> {
  const answer = await confinement.confine(path, { action: 'read' });
  if (!answer.ok) throw new Error(answer.refusal.text);
  return answer.path;
}

function run(command: string | readonly string[], more: Partial<ProgramRun> = {}) {
  return programs.run({
    command: typeof command === 'string' ? { shell: command } : { argv: command },
    directory,
    maxBytes: 100_000,
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...more,
  });
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Processes, zombies aside, whose command line holds the word. */
function processesWith(word: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(word) && !line.startsWith('Z'));
}

const settings = [
  { setting: 'off', level: 'off', missing: null },
  { setting: 'prefer', level: 'full', missing: whyNoBubblewrap() },
] as const;

for (const { setting, level, missing } of settings) {
  describe.skipIf(missing !== null)(`at the level ${level}${missing === null ? '' : ` (${missing})`}`, () => {
    beforeAll(async () => {
      programs = await access({ setting });
    });

    describe('running a program', () => {
      it('gives back output, error output and the exit code', async () => {
        const end = await run('echo out; echo err >&2; exit 7');
        expect({ ...end, stdout: text(end.stdout), stderr: text(end.stderr) }).toEqual({
          exitCode: 7,
          signal: null,
          timedOut: false,
          stdout: 'out\n',
          stderr: 'err\n',
          stdoutOmitted: 0,
          stderrOmitted: 0,
          endedLeftovers: false,
          sandbox: level,
        });
      });

      it('passes arguments as they are, through no shell', async () => {
        const end = await run(['printf', '%s\n', '$(id)', 'a b', '; exit 1', '-n']);
        expect(text(end.stdout)).toBe('$(id)\na b\n; exit 1\n-n\n');
      });

      it.each(['/bin/bash', '/bin/sh'])('takes a line that begins with a dash for a line in %s', async (shell) => {
        const end = await (
          await access({ setting }, shell)
        ).run({
          command: { shell: '-x; echo ran' },
          directory,
          maxBytes: 1_000,
          timeoutMs: 10_000,
          signal: new AbortController().signal,
        });
        expect(text(end.stdout)).toBe('ran\n');
      });

      it('runs in the directory that was confined', async () => {
        expect(text((await run('pwd')).stdout)).toBe(`${folder}\n`);
      });

      it('does not run in a directory that was swapped since', async () => {
        const name = `sub-${setting}`;
        mkdirSync(join(folder, name));
        const sub = await confined(name);
        renameSync(join(folder, name), join(folder, `${name}-old`));
        mkdirSync(join(folder, name));
        await expect(run('pwd', { directory: sub })).rejects.toMatchObject({ code: 'drift' });
        writeFileSync(join(folder, 'file'), '');
        await expect(run('pwd', { directory: await confined('file') })).rejects.toMatchObject({ code: 'path_refused' });
      });

      it('shows it neither credentials nor what makes programs run code', async () => {
        const names = text((await run('env')).stdout)
          .split('\n')
          .map((line) => line.split('=')[0]);
        expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'GIT_TERMINAL_PROMPT']));
        expect(names).not.toContain('MY_TOKEN');
        expect(names).not.toContain('NODE_OPTIONS');
      });

      it('has nothing to read unless it is given', async () => {
        expect(text((await run('cat; echo end')).stdout)).toBe('end\n');
        expect(text((await run('cat', { stdin: 'given' })).stdout)).toBe('given');
        const large = await run('head -c 3', { stdin: 'x'.repeat(1_000_000) });
        expect(text(large.stdout)).toBe('xxx');
      });

      it('names the signal that ended it', async () => {
        expect(await run('kill -SEGV $$')).toMatchObject({ exitCode: null, signal: 'SIGSEGV', timedOut: false });
      });

      it('finds the ripgrep that comes with the product', async () => {
        expect(text((await run(['rg', '--version'], { place: 'host' })).stdout)).toMatch(/^ripgrep \d/);
      });

      it.each([
        [['/no/such/program']],
        [['/etc/passwd']],
        [['printf', 'x'.repeat(3_000_000)]],
        [['printf', 'a\0b']],
        [[]],
      ])('says that it could not be started: %#', async (argv) => {
        await expect(run(argv)).rejects.toMatchObject({ code: 'process_failed' });
      });
    });

    describe('the output', () => {
      it('keeps start and end of what is too much, and counts the rest', async () => {
        const end = await run('seq 1 100000', { maxBytes: 1_000 });
        const kept = text(end.stdout);
        expect(kept.startsWith('1\n2\n3\n')).toBe(true);
        expect(kept.endsWith('99999\n100000\n')).toBe(true);
        expect(kept.length + end.stdoutOmitted).toBe(588_895);
      });

      it('of a program that ends at once is never lost', async () => {
        const ends = await Promise.all(Array.from({ length: 60 }, () => run(['printf', 'x'.repeat(50_000)])));
        expect(ends.map(({ stdout }) => stdout.length)).toEqual(ends.map(() => 50_000));
      });

      it('is read to its end even where this process is busy when the program ends', async () => {
        const running = run(['printf', 'x'.repeat(60_000)]);
        await new Promise((resolve) => setImmediate(resolve));
        const start = performance.now();
        while (performance.now() - start < 900);
        expect((await running).stdout).toHaveLength(60_000);
      });

      it('that never ends is cut by the time limit, and the memory stays bounded', async () => {
        const before = process.memoryUsage.rss();
        const end = await run('yes', { maxBytes: 1_000, timeoutMs: 500 });
        expect(end).toMatchObject({ timedOut: true, exitCode: null });
        expect(end.stdoutOmitted).toBeGreaterThan(10_000);
        expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
      });
    });

    describe('nothing is left', () => {
      // A number that no other process has on its command line.
      const unique = () => `86${String(process.pid).padStart(8, '0')}.${Math.floor(performance.now() * 1000)}`;

      it.each([
        ['a child in the background that holds the output', (time: string) => `sleep ${time} & echo done`, true],
        [
          'a child in the background that holds nothing',
          (time: string) => `sleep ${time} >/dev/null 2>&1 & echo done`,
          true,
        ],
        ['a child that left the group', (time: string) => `setsid sleep ${time} >/dev/null 2>&1 & echo done`, true],
        [
          'a daemon that left the session twice',
          (time: string) => `(setsid sh -c "setsid sleep ${time} & exit" &) ; echo done`,
          true,
        ],
        ['nothing at all', (time: string) => `: ${time}; echo done`, false],
      ])('after the end: %s', async (_what, line, leftovers) => {
        const time = unique();
        const start = performance.now();
        const end = await run(line(time));
        expect(performance.now() - start).toBeLessThan(8_000);
        expect(end).toMatchObject({ exitCode: 0, endedLeftovers: leftovers });
        expect(text(end.stdout)).toBe('done\n');
        expect(processesWith(time)).toEqual([]);
      });

      it('after the time limit: children that ignore TERM, and what they started', async () => {
        const time = unique();
        const end = await run(
          `trap "" TERM; (trap "" TERM; setsid sleep ${time} & sleep ${time}) & echo begun; sleep ${time}`,
          {
            timeoutMs: 400,
          },
        );
        expect(end).toMatchObject({ timedOut: true });
        expect(text(end.stdout)).toBe('begun\n');
        expect(processesWith(time)).toEqual([]);
      });

      it('lets a program put away its things before it is killed', async () => {
        const end = await run('trap "echo tidy; exit 3" TERM; while :; do sleep 0.05; done', { timeoutMs: 300 });
        expect(end).toMatchObject({ timedOut: true, exitCode: 3 });
        expect(text(end.stdout)).toBe('tidy\n');
      });

      it('after an abort, and the run rejects with its reason', async () => {
        const time = unique();
        const stop = new AbortController();
        const running = run(`sleep ${time}`, { signal: stop.signal });
        setTimeout(() => stop.abort(new Error('the caller gave up')), 200);
        await expect(running).rejects.toThrow('the caller gave up');
        expect(processesWith(time)).toEqual([]);
        await expect(run('true', { signal: stop.signal })).rejects.toThrow('the caller gave up');
      });

      it('after twenty runs at once: no process, no open handle, no listener', async () => {
        const handles = () => readdirSync('/proc/self/fd').length;
        await run('true');
        const before = handles();
        const time = unique();
        await Promise.all(Array.from({ length: 20 }, () => run(`sleep ${time} & true`)));
        expect(processesWith(time)).toEqual([]);
        expect(handles()).toBeLessThanOrEqual(before + 1);
        expect(process.listeners('exit').filter(({ name }) => name === 'endAll')).toEqual([]);
      });

      it('when this process exits in the middle of a run', async () => {
        const time = unique();
        const script = join(folder, 'exits.mjs');
        const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
        writeFileSync(
          script,
          `import { createProcessAccess } from ${module('./process-access.ts')};
       import { createConfinement } from ${module('../files/confinement.ts')};
       import { sandboxForTest } from ${module('../sandbox/sandbox-for-test.ts')};
       const root = ${JSON.stringify(folder)};
       const confinement = await createConfinement({ workspace: root, readRoots: [root], writeRoots: [], guestRoots: [], protectedPaths: [], zones: { blocked: [], prompt: [], silent: [] } });
       const { path } = await confinement.confine('.', { action: 'read' });
       const programs = createProcessAccess({ shell: '/bin/sh', environment: {}, sandbox: sandboxForTest(root, { setting: 'off' }) });
       void programs.run({ command: { shell: 'sleep ${time}' }, directory: path, maxBytes: 10, timeoutMs: 60_000, signal: new AbortController().signal });
       setTimeout(() => process.exit(0), 500);`,
        );
        execFileSync(process.execPath, [script]);
        expect(processesWith(time)).toEqual([]);
        expect(readFileSync(script, 'utf8')).toContain(time);
      });
    });
  });
}

describe('the setting required', () => {
  it('starts nothing but programs of ours where the level is not full', async () => {
    const strict = await access({ setting: 'required', searchPath: '/nonexistent' });
    const program = { directory, maxBytes: 10, timeoutMs: 5_000, signal: new AbortController().signal };
    for (const command of [{ shell: 'true' }, { argv: ['true'] }]) {
      await expect(strict.run({ ...program, command })).rejects.toMatchObject({ code: 'process_failed' });
    }
    expect(await strict.run({ ...program, command: { argv: ['true'] }, place: 'host' })).toMatchObject({
      exitCode: 0,
      sandbox: 'none',
    });
  });

  it('lets nothing of others run outside, whatever the level', async () => {
    const strict = await access({ setting: 'required' });
    const program = { directory, maxBytes: 10, timeoutMs: 5_000, signal: new AbortController().signal };
    await expect(strict.run({ ...program, command: { argv: ['true'] }, place: 'outside' })).rejects.toMatchObject({
      code: 'process_failed',
      message: expect.stringContaining('outside the sandbox'),
    });
  });
});

describe('a foreign program that runs outside', () => {
  it.each(['prefer', 'off'] as const)(
    'is in no sandbox under %s, and what left its group is ended with it',
    async (setting) => {
      const free = await access({ setting });
      const time = `4${String(process.pid).padStart(7, '0')}`;
      const command = { argv: ['sh', '-c', `(setsid sleep ${time} &) ; id -u; ls /proc/${process.pid}/stat`] };
      const program = { directory, maxBytes: 1_000, timeoutMs: 15_000, signal: new AbortController().signal };
      const end = await free.run({ ...program, command, place: 'outside' });
      expect(text(end.stdout)).toContain(`/proc/${process.pid}/stat`);
      expect(end).toMatchObject({ exitCode: 0, sandbox: 'off', endedLeftovers: true });
      expect(processesWith(`sleep ${time}`)).toEqual([]);
    },
  );

  it('is told as missing before anything starts', async () => {
    const free = await access({ setting: 'off' });
    const program = { directory, maxBytes: 10, timeoutMs: 5_000, signal: new AbortController().signal };
    await expect(
      free.run({ ...program, command: { argv: ['/nonexistent/x'] }, place: 'outside' }),
    ).rejects.toMatchObject({ code: 'process_failed', message: expect.stringContaining('no program of that path') });
  });
});
