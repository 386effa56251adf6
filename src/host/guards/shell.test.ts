// What the shell guard finds out of a command that it does not refuse by its words: whether it only reads, its parts, and where it runs.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellGuardForTest, type ShellGuardForTest } from '../../../test/harness/shell-guard-for-test.ts';

let guard: ShellGuardForTest;

beforeAll(async () => {
  guard = await shellGuardForTest();
});
afterAll(() => guard.remove());

const inspect: ShellGuardForTest['inspect'] = (...given) => guard.inspect(...given);

async function value(command: string): Promise<string | null | undefined> {
  const { facts } = await inspect(command);
  return facts.find(({ name }) => name === 'shell')?.value;
}

describe('a safe command', () => {
  it.each([
    'ls',
    'cat a.txt | head -5',
    'grep -rn x .',
    'ls > /dev/null 2>&1',
    'cd sub && ls',
    'cat /etc/os-release',
    'cat *.txt',
    'ls ~/work',
  ])('only reads, and only what may be read: %j', async (command) => {
    expect(await value(command)).toBe('safe');
  });

  it.each([
    'cat /etc/passwd',
    'ls ~',
    'cat ../x',
    'ls /',
    'cat sub/../../x',
    'cat < /etc/hosts',
    'cat /dev/zero',
    'cd .. && ls',
    'ls */*.txt',
    'env -C /etc cat passwd',
    "look -f '' /proc/self/environ",
    'git -C /etc log',
    'git -C .. status',
  ])('is none outside the roots, or where it cannot be told what is read: %j', async (command) => {
    expect(await value(command)).toBe('ask');
  });

  it('is none where a glob stands for a name that begins like an option', async () => {
    const option = join(guard.folder, 'home/work/--files0-from=list');
    expect(await value('wc *list')).toBe('safe');
    writeFileSync(option, '');
    expect(await value('wc *list')).toBe('ask');
    expect(await value('wc ./*list')).toBe('safe');
    rmSync(option);
  });

  it('is none behind a link that leads outside', async () => {
    symlinkSync('/etc', join(guard.folder, 'home/work/sub/out'));
    for (const command of [
      'cat sub/out/hosts',
      'ls sub/out',
      'cat sub/out/../x',
      'cd sub/out && cat hosts',
      'cd sub && cat out/hosts',
    ])
      expect(await value(command)).toBe('ask');
    rmSync(join(guard.folder, 'home/work/sub/out'));
  });

  it('is git where the configuration of the repository runs nothing, and else not', async () => {
    const repository = join(guard.folder, 'home/work/.git');
    expect(await value('git status')).toBe('safe');
    for (const name of ['objects', 'refs']) mkdirSync(join(repository, name), { recursive: true });
    writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(repository, 'config'), '[core]\n\tbare = false\n');
    expect(await value('git status')).toBe('safe');
    expect(await value('git log -1')).toBe('safe');
    expect(await value('cd sub && git log')).toBe('ask');
    writeFileSync(join(repository, 'config'), '[core]\n\tfsmonitor = ./x.sh\n');
    expect(await value('git status')).toBe('ask');
    expect(await value('git -C sub log')).toBe('ask');
    rmSync(repository, { recursive: true });
  });
});

describe('the parts of a line', () => {
  it('are its targets: every simple command, and every file of a redirect', async () => {
    const { targets } = await inspect('A=1 npm run "build" > out.txt && timeout 5 rm -r dist; bash -c "touch x"');
    expect(targets.map(({ kind, action, value: text, pointer }) => [kind, action, text, pointer])).toEqual([
      ['command', 'run', 'touch x', '/command'],
      ['command', 'run', 'A=1 npm run build', '/command'],
      ['command', 'run', 'npm run build', '/command'],
      ['path', 'write', 'out.txt', '/command'],
      ['command', 'run', 'timeout 5 rm -r dist', '/command'],
      ['command', 'run', 'rm -r dist', '/command'],
      ['command', 'run', "bash -c 'touch x'", '/command'],
    ]);
  });

  it.each([
    ['ls && cp a b; pwd', 'ask', 'cp a b', /cp is not on the list/],
    ['ls; echo $x', 'unanalysable', 'echo $x', /what \$x becomes cannot be told/],
    ['ls | curl https://x', 'ask', 'curl https://x', /web_fetch/],
    ['ls > out.txt', 'ask', '> out.txt', /file_write/],
    ['ls "', 'unanalysable', 'ls "', /no complete command line/],
    ['ls\r', 'unanalysable', 'ls\r', /carriage return/],
    ['f() { ls; }; f', 'unanalysable', 'f() { ls; }', /function/],
    ['', 'ask', '', /no command/],
  ])('tell which one decided: %j', async (command, verdict, part, text) => {
    const { facts } = await inspect(command);
    const fact = facts.find(({ name }) => name === 'shell');
    expect(fact).toMatchObject({ value: verdict, targets: [part], text: expect.stringMatching(text) });
  });

  it('are named in a refusal', async () => {
    const { facts } = await inspect('ls && git push origin main');
    expect(facts).toContainEqual(
      expect.objectContaining({
        guard: 'shell',
        name: 'git_push',
        targets: ['git push origin main'],
        text: '`git push origin main`: a push is not made in a shell command. Leave it to the person.',
      }),
    );
  });
});

describe('a command that repeats itself', () => {
  it.each([
    'env eval '.repeat(1_800),
    'env '.repeat(4_000),
    'sudo env sh -c '.repeat(1_000),
    'rm -rf x; '.repeat(1_600),
  ])('is judged to its end at once: %#', async (command) => {
    const start = performance.now();
    expect(await value(command)).not.toBe('safe');
    expect(await guard.floors(`${command}\nrm -rf /`)).toContain('unrecoverable');
    expect(performance.now() - start).toBeLessThan(6_000);
  });
});

describe('every other command', () => {
  it('is asked about, is the one target, and runs in the workspace', async () => {
    const { facts, targets, paths } = await inspect('npm test');
    expect(facts).toContainEqual(
      expect.objectContaining({ name: 'shell', value: 'ask', verdict: 'clear', targets: ['npm test'] }),
    );
    expect(targets).toEqual([
      { kind: 'command', action: 'run', value: 'npm test', pointer: '/command', identity: null },
    ]);
    expect(paths['/working_dir']).toMatchObject({ shown: '.' });
  });

  it('binds the directory it runs in', async () => {
    const { facts, paths } = await inspect('ls', { working_dir: 'sub' });
    const fact = facts.find(({ name }) => name === 'working_directory');
    expect(fact).toMatchObject({ value: 'sub', binding: { real: join(guard.folder, 'home/work/sub') } });
    expect(paths['/working_dir']).toMatchObject({ shown: 'sub' });
  });

  it('runs a line of fixed words where that says, whatever an argument of such a name is', async () => {
    const line = { words: ['ls'], directory: 'sub' };
    const tool = { targets: [{ pointer: '/at', kind: 'command', action: 'run', line }] } as const;
    const { paths } = await guard.inspectFor(tool, { working_dir: '/etc' });
    expect(paths['/working_dir']).toMatchObject({ shown: 'sub' });
  });

  it.each([
    ['../..', 'outside_roots', 'boundary'],
    ['~', 'bad_path', 'floor'],
    ['../.gatehouse', 'protected_name', 'floor'],
  ])('does not run in %s', async (directory, name, verdict) => {
    const { facts, paths } = await inspect('ls', { working_dir: directory });
    expect(facts).toContainEqual(expect.objectContaining({ guard: 'shell', name, verdict }));
    expect(paths).toEqual({});
  });

  it('runs nowhere for a guest', async () => {
    const { facts } = await inspect('ls', {}, 'guest');
    expect(facts).toContainEqual(expect.objectContaining({ name: 'outside_roots', verdict: 'boundary' }));
  });
});
