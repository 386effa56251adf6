// Protected names in the workspace, with real bubblewrap around the programs that want them.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programsForTest, type ProgramsForTest } from '../../process/programs-for-test.ts';
import { whyNoBubblewrap } from '../sandbox-for-test.ts';

const missing = whyNoBubblewrap();
let folder = '';
let programs: ProgramsForTest;

const files: Readonly<Record<string, string>> = {
  '.env': 'TOKEN=hidden',
  'pkg/.env.local': 'TOKEN=hidden',
  'pkg/id_rsa': 'hidden',
  '.ssh/known_hosts': 'hidden',
  '.git/config': '[core]\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  '.bashrc': 'alias a=b\n',
  '.mcp.json': '{}',
  'src/a.txt': 'a',
};

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-keep-')));
  for (const [path, text] of Object.entries(files)) write(path, text);
  programs = await programsForTest(folder);
});

afterEach(() => {
  programs.close();
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe.skipIf(missing !== null)(`protected names${missing === null ? '' : ` (${missing})`}`, () => {
  it.each(['.env', 'pkg/.env.local', 'pkg/id_rsa'])('%s is there and empty', async (path) => {
    expect(
      await programs.run(`cat ${path}; ln ${path} copy; mv ${path} other; rm -f ${path}; cat copy other`),
    ).toMatchObject({
      stdout: '',
    });
    expect(read(path)).toBe(files[path]);
  });

  it('a folder of secrets is there and empty', async () => {
    expect((await programs.run('ls -A .ssh; cat .ssh/known_hosts')).stdout).toBe('');
  });

  it.each(['.git/config', '.git/hooks/pre-commit', '.bashrc', '.mcp.json'])(
    '%s is read and not changed',
    async (path) => {
      const change = `echo x >> ${path}; sed -i s/a/b/ ${path}; rm -f ${path}; mv src/a.txt ${path}; chmod 777 ${path}`;
      const { stdout } = await programs.run(`cat ${path}; { ${change}; } >/dev/null 2>&1`);
      expect(stdout).toBe(files[path]);
      expect(read(path)).toBe(files[path]);
    },
  );

  it('a repository is not replaced by another of the same name', async () => {
    await programs.run('mv .git old; rm -rf .git; mkdir -p .git/hooks; echo x > .git/hooks/post-checkout');
    expect(existsSync(join(folder, 'old'))).toBe(false);
    expect(read('.git/config')).toBe(files['.git/config']);
    expect(existsSync(join(folder, '.git/hooks/post-checkout'))).toBe(false);
  });

  it('git itself goes on working, in a new repository too', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const commit = 'git add src && git -c user.name=a -c user.email=a@b commit -qm one && git log --format=%s';
    expect(await programs.run(commit)).toMatchObject({ stdout: 'one\n', exitCode: 0 });
    const end = await programs.run('mkdir new && cd new && git init -q && git status --short --branch');
    expect(end).toMatchObject({ stdout: expect.stringMatching(/^## No commits yet/), exitCode: 0 });
    expect(end.notes).toEqual([expect.stringMatching(/^Protected, and so empty/)]);
  });

  it('a repository without a working tree is one to git as well', async () => {
    const made = await programs.run('git init -q --bare b && git -C b log --all');
    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.notes).toBeUndefined();
    const plain = read('b/config');
    await programs.run('git -C b config core.pager evil; echo evil > b/hooks/post-update; mv b c; echo x >> c/config');
    expect(read('c/config')).toBe(plain);
    expect(existsSync(join(folder, 'c/hooks/post-update'))).toBe(false);
    // Not one for the time of a command, and then again.
    await programs.run('mv c/HEAD c/H; cat c/config');
    expect(
      (await programs.run('echo "[core]" > n; mv -f n c/config; echo "pager = evil" >> c/config; mv c/H c/HEAD')).notes,
    ).toEqual([expect.stringContaining(join(folder, 'c/config'))]);
  });

  it.each([
    [
      'a program in the configuration of a folder that git takes for a repository',
      'mkdir -p docs/objects docs/refs; echo "ref: refs/heads/x" > docs/HEAD; printf "[core]\\nfsmonitor=evil\\n" > docs/config',
      'docs/config',
    ],
    ['a start-up file', 'echo evil > .profile', '.profile'],
    [
      'a hook in a new repository',
      'mkdir -p new/.git/hooks; echo evil > new/.git/hooks/post-checkout',
      'new/.git/hooks',
    ],
    [
      'a program in the configuration of a new repository',
      'mkdir -p new/.git; printf "[core]\\nfsmonitor=evil\\n" > new/.git/config',
      'new/.git/config',
    ],
    ['a configuration of editors', 'mkdir .vscode; echo {} > .vscode/tasks.json', '.vscode'],
    ['credentials', 'echo evil > src/.env', 'src/.env'],
    ['a link under such a name', 'ln -s /tmp/x .zshrc', '.zshrc'],
    ['a name in other letters', 'echo evil > .BashRC', '.BashRC'],
    [
      'a folder that is renamed to it',
      'mkdir -p x/hooks; echo evil > x/hooks/pre-push; mkdir y; mv x y/.git',
      'y/.git/hooks',
    ],
  ])('moves aside what was made under one, and says so: %s', async (_what, line, path) => {
    const { notes, exitCode } = await programs.run(line);
    expect(exitCode).toBe(0);
    expect(notes).toEqual([
      expect.stringMatching(/was made by the command under a protected name, and moved to .*quarantined-/),
    ]);
    expect(notes?.[0]).toContain(join(folder, path));
    const names = readdirSync(dirname(join(folder, path)));
    expect(names).not.toContain(path.split('/').at(-1));
    expect(names.some((name) => name.includes('.quarantined-'))).toBe(true);
  });

  it('tells whoever asks git what only looks changed', async () => {
    const { notes } = await programs.run('git status');
    expect(notes).toEqual([expect.stringMatching(/^Protected, and so empty in the sandbox.*: .*\.env/)]);
    expect((await programs.run('git log; echo digital')).notes).toBeUndefined();
  });

  it('moves it aside after an abort and after the time limit, too', async () => {
    const end = await programs.run('echo evil > .profile; sleep 60', { timeoutMs: 400 });
    expect(end).toMatchObject({ timedOut: true, notes: [expect.stringContaining('.profile')] });
    const stop = new AbortController();
    const running = programs.run('echo evil > .zprofile; sleep 60', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 400);
    await expect(running).rejects.toThrow('enough');
    expect(existsSync(join(folder, '.zprofile'))).toBe(false);
  });

  it('leaves alone what somebody else changed under such a name in the meantime', async () => {
    const running = programs.run('sleep 0.5');
    await new Promise((resolve) => setTimeout(resolve, 250));
    // As editors write: another file takes the name.
    rmSync(join(folder, '.mcp.json'));
    write('.mcp.json', '{"mine":1}');
    expect((await running).notes).toBeUndefined();
    expect(read('.mcp.json')).toBe('{"mine":1}');
  });

  it.each([
    ['.m2/settings.xml', 'mv .m2 m', 'm/settings.xml'],
    ['pkg/.composer/auth.json', 'mv pkg/.composer c', 'c/auth.json'],
    ['.local/share/keyrings/login', 'mv .local/share s; mv .local l', 's/keyrings/login l/share/keyrings/login'],
  ])('%s stays hidden, since the folders above keep their names', async (path, rename, paths) => {
    write(path, 'hidden');
    expect((await programs.run(`cat ${path}; ${rename}`)).stdout).toBe('');
    expect((await programs.run(`cat ${path} ${paths}`)).stdout).toBe('');
    expect(read(path)).toBe('hidden');
  });

  it('sees what became protected since the last program', async () => {
    await programs.run('true');
    write('later/.env', 'TOKEN=hidden');
    expect((await programs.run('cat later/.env')).stdout).toBe('');
  });
});
