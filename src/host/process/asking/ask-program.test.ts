import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whyNoBubblewrap } from '../../sandbox/sandbox-for-test.ts';
import { createProgramAsking, type ProgramQuestion } from './ask-program.ts';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-asking-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asking = createProgramAsking();
let count = 0;

function program(script: string, mode = 0o755): string {
  const path = join(folder, `program-${count++}`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, mode);
  return path;
}

function ask(argv: readonly string[], more: Partial<ProgramQuestion> = {}) {
  const environment = { PATH: '/usr/bin:/bin', HOME: folder };
  return asking.ask({ argv, environment, timeoutMs: 10_000, maxBytes: 100_000, ...more });
}

it('answers standard output alone, whatever stands in the error output', async () => {
  const path = program('echo warning >&2; printf "%s\\n" "$1 é"');
  expect(await ask([path, '--describe'])).toEqual({ ok: true, stdout: '--describe é\n', stderr: 'warning' });
});

it('gives the program the environment that it is asked with, an empty folder that does not stay, and no input', async () => {
  const answer = await ask([program('env | cut -d= -f1 | sort | tr "\\n" " "; pwd; ls -A | wc -l; cat')]);
  if (!answer.ok) throw new Error(answer.why);
  const [names, entries] = answer.stdout.split('\n');
  expect(names).toMatch(/^GATEHOUSE_RUN HOME (?:OLDPWD )?PATH PWD (?:SHLVL )?(?:_ )?\/\S+gatehouse-ask-\w+$/);
  expect(entries?.trim()).toBe('0');
  expect(existsSync(names?.split(' ').at(-1) ?? '/')).toBe(false);
});

it.each([
  [
    'a name that no folder of PATH has',
    ['no-such-program-at-all'],
    'missing',
    /^no-such-program-at-all is missing: no folder/,
  ],
  ['a path of nothing', ['/nonexistent/nats'], 'missing', /^\/nonexistent\/nats is missing: there is no file/],
  ['a folder', ['/tmp'], 'not_executable', /^\/tmp is there, but it is no file/],
])('says of %s that it is %s', async (_what, argv, problem, why) => {
  expect(await ask(argv)).toEqual({ ok: false, problem, why: expect.stringMatching(why) });
});

it('says of a file that may not be executed what it is', async () => {
  expect(await ask([program('exit 0', 0o644)])).toMatchObject({ ok: false, problem: 'not_executable' });
});

it.each([
  ['exit', 'echo "{}"; echo broken >&2; exit 1', /ended with exit code 1\. Its error output: broken$/],
  ['exit', 'kill -9 $$', /ended with SIGKILL\.$/],
  ['not_text', 'printf "\\377"', /no UTF-8 text/],
])('takes no answer from a program that fails: %s of %s', async (problem, script, why) => {
  expect(await ask([program(script)])).toMatchObject({ ok: false, problem, why: expect.stringMatching(why) });
});

it('tells what a program printed that ended with another code than 0', async () => {
  expect(await ask([program('echo usage; exit 2')])).toMatchObject({ ok: false, exitCode: 2, stdout: 'usage\n' });
});

it('ends a program that hangs, with what it started, and names it', async () => {
  const time = '39713';
  const path = program(`sleep ${time} & setsid sleep ${time} & echo hello >&2; sleep ${time}`);
  const answer = await ask([path], { timeoutMs: 400 });
  expect(answer).toMatchObject({ ok: false, problem: 'timeout', why: expect.stringContaining(`${path} did not end`) });
  const lines = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  expect(lines.filter((line) => line.includes(`sleep ${time}`) && !line.startsWith('Z'))).toEqual([]);
});

it('ends one that prints too much instead of keeping it, long before its time is over', async () => {
  const start = performance.now();
  const answer = await ask([program('yes')], { maxBytes: 1_000_000 });
  expect(answer).toMatchObject({
    ok: false,
    problem: 'too_long',
    why: expect.stringContaining('more than 1000000 bytes'),
  });
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('takes an answer of exactly as much as it may be', async () => {
  const path = program('head -c 1000 /dev/zero | tr "\\0" a');
  expect(await ask([path], { maxBytes: 1_000 })).toMatchObject({ ok: true, stdout: 'a'.repeat(1_000) });
  expect(await ask([path], { maxBytes: 999 })).toMatchObject({ ok: false, problem: 'too_long' });
});

it('rejects where whoever asks gives up', async () => {
  const gone = new AbortController();
  setTimeout(() => gone.abort(new Error('given up')), 100);
  await expect(ask([program('sleep 30')], { signal: gone.signal })).rejects.toThrow('given up');
});

it.skipIf(whyNoBubblewrap() !== null)('shows a program in walls one folder, which it cannot write', async () => {
  const shown = mkdtempSync(join(folder, 'shown-'));
  writeFileSync(join(shown, 'a.txt'), 'in');
  writeFileSync(join(folder, 'b.txt'), 'beside');
  const words = ['sh', '-c', 'cat "$0/a.txt"; cat "$0/../b.txt"; touch "$0/made"; true', shown];
  const answer = await ask(words, { walls: { folder: shown, searchPath: '/usr/bin:/bin' } });
  expect(answer).toMatchObject({ ok: true, stdout: expect.not.stringContaining('beside') });
  expect(answer).not.toHaveProperty('unwalled');
  expect(answer).toMatchObject({ stdout: expect.stringMatching(/^in/) });
  expect(existsSync(join(shown, 'made'))).toBe(false);
});

it('says why a program ran without the walls that were asked for, and calls it as it is called', async () => {
  const walls = { folder, searchPath: '/nonexistent' };
  expect(await ask([program('echo x')], { walls })).toMatchObject({
    ok: true,
    unwalled: expect.stringMatching(/bubblewrap/),
  });
  expect(await ask([program('exit 3')], { walls, called: 'The thing' })).toMatchObject({
    why: 'The thing ended with exit code 3.',
  });
});
