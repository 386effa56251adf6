import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Fact, Guard, JsonObject } from '../../contract/index.ts';
import { requestForTest } from '../../testing/index.ts';
import { createConfinement } from '../files/confinement.ts';
import { createNetPolicy } from '../net/net-policy.ts';
import { createGitGuard } from './git.ts';
import { createNetGuard } from './net.ts';

let folder = '';
let trusted: string[] = [];
let guard: Guard;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-git-')));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  trusted = [];
  const confinement = await createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
  });
  const net = createNetGuard({ policy: createNetPolicy({ allowedHosts: [], blockedHosts: [], internalOrigins: [] }) });
  guard = createGitGuard({ confinement, trustedFolders: () => Promise.resolve(trusted), net });
  git('init', '--quiet', '--initial-branch=main');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', args, { cwd: join(folder, 'work'), env, stdio: 'pipe' });
}

const file = (path: string, text: string) => writeFileSync(join(folder, path), text);

async function factsOf(args: JsonObject = {}, mode = 'git_read', trust: Caller['trust'] = 'operator') {
  const request = requestForTest([], { args, trust });
  const { facts } = await guard.inspect({ ...request, tool: { ...request.tool, mode } });
  return Object.fromEntries(facts.map((fact: Fact) => [fact.name, fact.value ?? fact.verdict]));
}

describe('the guard of git', () => {
  it('finds a repository untrusted, then trusted by the folder or one that holds it, never by one inside', async () => {
    const states = [];
    for (const folders of [
      [],
      [join(folder, 'work')],
      [folder],
      [join(folder, 'work/src')],
      [`${join(folder, 'work')}-evil`],
    ]) {
      trusted = folders;
      states.push((await factsOf())['repository']);
    }
    expect(states).toEqual(['untrusted', 'trusted', 'trusted', 'untrusted', 'untrusted']);
  });

  it('proves the top of the work tree, from any folder of it', async () => {
    mkdirSync(join(folder, 'work/a/b'), { recursive: true });
    const { paths, facts } = await guard.inspect(requestForTest([], { args: { repo: 'a/b' } }));
    expect(paths['/repo/top']).toMatchObject({ real: join(folder, 'work'), action: 'read' });
    expect(facts.find(({ name }) => name === 'git_dir')).toMatchObject({
      value: join(folder, 'work/.git'),
      binding: { gitDir: join(folder, 'work/.git'), keys: [] },
    });
  });

  it('names the keys that run programs, of files that are included too, and binds them', async () => {
    trusted = [folder];
    file('work/.git/config', '[include]\n\tpath = ../deep\n');
    file('work/deep', '[filter "x"]\n\tclean = evil\n[include]\n\tpath = .git/config\n');
    expect(await factsOf()).toMatchObject({
      repository: 'runs_programs',
      config_runs_program: 'filter.x.clean, include.path',
    });
  });

  it.each([
    ['a file that git would not read', '[core\n'],
    ['an included file that is a folder', '[include]\n\tpath = hooks\n'],
  ])('takes %s for one that runs programs', async (_, text) => {
    trusted = [folder];
    file('work/.git/config', text);
    expect(await factsOf()).toMatchObject({ repository: 'runs_programs' });
  });

  it('reads the configuration of one work tree too', async () => {
    trusted = [folder];
    file('work/.git/config.worktree', '[core]\n\tfsmonitor = evil\n');
    expect(await factsOf()).toMatchObject({ repository: 'runs_programs' });
  });

  it('finds a boundary in a repository that keeps itself elsewhere, unless that one knows of it', async () => {
    execFileSync('git', ['init', '--quiet', join(folder, 'main')], { stdio: 'pipe' });
    mkdirSync(join(folder, 'work/tree'));
    mkdirSync(join(folder, 'main/.git/worktrees/tree'), { recursive: true });
    file('main/.git/worktrees/tree/HEAD', 'ref: refs/heads/topic\n');
    file('main/.git/worktrees/tree/commondir', '../..\n');
    file('work/tree/.git', `gitdir: ${join(folder, 'main/.git/worktrees/tree')}\n`);
    expect(await factsOf({ repo: 'tree' })).toMatchObject({ outside_roots: 'boundary' });
    file('main/.git/worktrees/tree/gitdir', `${join(folder, 'work/tree/.git')}\n`);
    expect(await factsOf({ repo: 'tree' })).toEqual({
      repository: 'untrusted',
      git_dir: join(folder, 'main/.git/worktrees/tree'),
    });
    rmSync(join(folder, 'work/tree/.git'));
    symlinkSync(join(folder, 'main/.git'), join(folder, 'work/tree/.git'));
    expect(await factsOf({ repo: 'tree' })).toMatchObject({ outside_roots: 'boundary' });
  });

  it('finds a boundary in objects that lie elsewhere, also by a second step', async () => {
    mkdirSync(join(folder, 'work/objects/info'), { recursive: true });
    file('work/.git/objects/info/alternates', `${join(folder, 'work/objects')}\n`);
    expect(await factsOf()).not.toHaveProperty('outside_roots');
    file('work/objects/info/alternates', '/srv/private/.git/objects\n');
    expect(await factsOf()).toMatchObject({ outside_roots: 'boundary' });
  });

  it('has nothing for a guest, and says where no repository is', async () => {
    expect(await factsOf({}, 'git_read', 'guest')).toEqual({});
    rmSync(join(folder, 'work/.git'), { recursive: true });
    expect(await factsOf()).toEqual({ no_repository: 'floor' });
  });

  it('does not take a bare repository in a folder for one', async () => {
    git('init', '--quiet', '--bare', 'bare');
    expect(await factsOf({ repo: 'bare' })).toMatchObject({ git_dir: join(folder, 'work/.git') });
  });

  it('says nothing of remotes unless something is pulled', async () => {
    file('work/.git/config', '[remote "origin"]\n\turl = git://h/x\n');
    expect(await factsOf({ action: 'status' })).not.toHaveProperty('remote');
    expect(await factsOf({ action: 'pull' })).toMatchObject({ remote: 'floor' });
  });
});
