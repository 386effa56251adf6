import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdsRepositories, runsNoProgram } from './git-repository.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-git-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  const named = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  execFileSync('git', ['-C', folder, ...named, ...args], { stdio: 'ignore' });
}

function runsNoProgramWith(config: string): Promise<boolean> {
  git('init');
  writeFileSync(join(folder, '.git/config'), config);
  return runsNoProgram(folder);
}

describe('a configuration', () => {
  it.each([
    '',
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n',
    '# a\n; b\n[remote "origin"]\n\turl = git@host:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    '[branch "a.b"]\n\tremote = origin\n\tmerge = refs/heads/a.b\n[user]\n\tname = A B\n',
    // One value over two lines, which git says is wrong.
    '[core]\n\tbare = false \\\n\tfsmonitor = ./x\n',
    '[user]\n\tname = "A # B"\n',
  ])('runs nothing: %j', async (text) => {
    expect(await runsNoProgramWith(text)).toBe(true);
  });

  it.each([
    '[core]\n\tfsmonitor = ./x\n',
    '[CORE]\n\tFSMonitor = ./x\n',
    '[core] fsmonitor = ./x\n',
    '[core]\n\tabbrev = 7 \\\n\n\tfsmonitor = ./x\n',
    '[remote "a"]\n\turl = ext::sh -c x\n',
    '[diff]\n\texternal = x\n',
    '[diff "a"]\n\ttextconv = x\n',
    '[filter "a"]\n\tclean = x\n',
    '[include]\n\tpath = x\n',
    '[includeIf "gitdir:x"]\n\tpath = x\n',
    '[alias]\n\tst = !x\n',
    '[core]\n\tpager = x\n',
    '[core]\n\thooksPath = x\n',
    '[core]\n\tworktree = /x\n',
    '[log]\n\tshowSignature = true\n',
    '[remote "a"]\n\tpromisor = true\n',
    '[extensions]\n\tworktreeConfig = true\n',
    'fsmonitor = x\n',
    '[core\n',
    '[core "a\\"b"]\n\tbare = false\n',
    '[user]\n\tname = "a\n',
  ])('may run something, or is not read here: %j', async (text) => {
    expect(await runsNoProgramWith(text)).toBe(false);
  });
});

describe('a repository', () => {
  it('as git makes it runs nothing, nor does none', async () => {
    expect(await runsNoProgram(folder)).toBe(true);
    git('init');
    writeFileSync(join(folder, 'a.txt'), 'a');
    git('add', '.');
    git('commit', '-m', 'a');
    mkdirSync(join(folder, 'sub'));
    expect(await runsNoProgram(folder)).toBe(true);
    expect(await runsNoProgram(join(folder, 'sub'))).toBe(true);
  });

  it.each([
    ['hooks/post-index-change', '#!/bin/sh\n'],
    ['config', '[core]\n\tfsmonitor = x\n'],
    ['config.worktree', ''],
    ['index', 'no index'],
  ])('is unclear with %s', async (name, text) => {
    git('init');
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    writeFileSync(join(folder, '.git', name), text);
    expect(await runsNoProgram(folder)).toBe(false);
  });

  it.each(['HEAD', 'objects', 'refs'])('is unclear without its %s: git looks further up', async (name) => {
    git('init');
    git('init', 'inner');
    expect(await runsNoProgram(join(folder, 'inner'))).toBe(true);
    rmSync(join(folder, 'inner/.git', name), { recursive: true });
    expect(await runsNoProgram(join(folder, 'inner'))).toBe(false);
  });

  it('is unclear with a HEAD that git does not take, or objects of another one', async () => {
    git('init');
    writeFileSync(join(folder, '.git/HEAD'), 'elsewhere\n');
    expect(await runsNoProgram(folder)).toBe(false);
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    expect(await runsNoProgram(folder)).toBe(true);
    writeFileSync(join(folder, '.git/objects/info/alternates'), '/x\n');
    expect(await runsNoProgram(folder)).toBe(false);
  });

  it('is the one around the folder that a link leads to', async () => {
    git('init');
    git('init', 'inner');
    mkdirSync(join(folder, 'inner/sub'));
    symlinkSync('inner/sub', join(folder, 'link'));
    expect(await runsNoProgram(join(folder, 'link'))).toBe(true);
    writeFileSync(join(folder, 'inner/.git/config'), '[core]\n\tfsmonitor = ./x\n');
    expect(await runsNoProgram(join(folder, 'link'))).toBe(false);
    expect(await runsNoProgram(join(folder, 'nowhere'))).toBe(false);
  });

  it('is found however deep the folder lies', async () => {
    git('init');
    const deep = join(folder, ...Array.from({ length: 100 }, () => 'a'));
    mkdirSync(deep, { recursive: true });
    expect(await runsNoProgram(deep)).toBe(true);
    writeFileSync(join(folder, '.git/config'), '[core]\n\tfsmonitor = ./x\n');
    expect(await runsNoProgram(deep)).toBe(false);
  });

  it('is unclear that lies elsewhere, or is bare', async () => {
    writeFileSync(join(folder, '.git'), 'gitdir: /x');
    expect(await runsNoProgram(folder)).toBe(false);
    rmSync(join(folder, '.git'));
    git('init', '--bare', '.');
    expect(await runsNoProgram(folder)).toBe(false);
  });

  it('is unclear that holds another one, whatever it is called', async () => {
    git('init');
    git('init', 'inner');
    writeFileSync(join(folder, 'inner/a'), '');
    git('-C', 'inner', 'add', '.');
    git('-C', 'inner', 'commit', '-m', 'a');
    expect(await runsNoProgram(folder)).toBe(true);
    git('add', 'inner');
    expect(holdsRepositories(readFileSync(join(folder, '.git/index')))).toBe(true);
    expect(await runsNoProgram(folder)).toBe(false);
  });
});
