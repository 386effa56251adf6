// git_read through a whole runtime, over real repositories: when it is free, what it shows, and that nothing a repository configures runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { sampleCaller } from '../../src/testing/index.ts';
import { openGitWorld, type GitWorld } from '../fixtures/git-world.ts';

let world: GitWorld;
beforeEach(async () => {
  world = await openGitWorld();
});
afterEach(() => world.close());

const read = (args: JsonObject) => world.call('git_read', args);
const actions = ['status', 'log', 'diff', 'branch', 'show'] as const;

describe('git_read is free of questions', () => {
  it('where the folder is trusted and the configuration runs nothing', async () => {
    expect(await read({ action: 'status' })).toMatchObject({ kind: 'pending' });
    await world.trust();
    for (const action of actions) expect((await read({ action })).kind).toBe('completed');
  });

  it.each([
    ['a filter', '[filter "x"]\n\tclean = cat\n', 'filter.x.clean'],
    ['an alias', '[alias]\n\tst = !evil\n', 'alias.st'],
    ['a monitor', '[core]\n\tfsmonitor = ./evil\n', 'core.fsmonitor'],
    ['an included file', '[include]\n\tpath = ../more\n', 'include.path'],
    ['what git would not read', '[core\n', 'no git configuration'],
  ])('no more with %s, and the key is named', async (_, config, key) => {
    await world.trust();
    writeFileSync(join(world.folder, 'work/.git/config'), `${world.read('.git/config')}${config}`);
    expect(await read({ action: 'status' })).toMatchObject({
      kind: 'pending',
      approval: { evidence: [{ effect: 'ASK', text: expect.stringContaining(key) }] },
    });
    const explained = await world.gatehouse.runtime.explain({
      tool: 'git_read',
      arguments: { value: { action: 'status' } },
      caller: sampleCaller({ workspace: world.gatehouse.runtime.workspace }),
    });
    expect(explained.decision?.effect).toBe('ASK');
    expect(explained.decision?.reasons[0]?.text).toContain(key);
  });

  it('no more for a file of credentials, which is refused', async () => {
    await world.trust();
    for (const path of ['.env', '.git/../.ENV', 'x/.ssh/id_rsa'])
      expect(await read({ action: 'diff', paths: [path] })).toMatchObject({ kind: 'refused' });
  });

  it('no more for a repository that begins above the workspace, or keeps itself elsewhere', async () => {
    await world.trust();
    world.git(['init', '--quiet', join(world.folder, 'private')]);
    mkdirSync(join(world.folder, 'work/linked'));
    writeFileSync(join(world.folder, 'work/linked/.git'), `gitdir: ${join(world.folder, 'private/.git')}\n`);
    mkdirSync(join(world.folder, 'work/soft'));
    symlinkSync(join(world.folder, 'private/.git'), join(world.folder, 'work/soft/.git'));
    for (const repo of ['linked', 'soft', join(world.folder, 'private')])
      expect(await read({ action: 'log', repo })).toMatchObject({ kind: 'refused' });
    writeFileSync(
      join(world.folder, 'work/.git/objects/info/alternates'),
      `${join(world.folder, 'private/.git/objects')}\n`,
    );
    expect(await read({ action: 'log' })).toMatchObject({ kind: 'refused' });
  });

  it.each(['objects', 'objects/pack', 'a pack', 'loose objects'])(
    'no more for a repository whose %s are links to those of another one outside the roots',
    async (what) => {
      await world.trust();
      const [other, own] = [join(world.folder, 'private'), join(world.folder, 'work/lent')];
      for (const place of [other, own]) world.git(['init', '--quiet', place]);
      writeFileSync(join(other, 'b.txt'), 'kept-to-itself');
      world.git(['add', '--all'], '../private');
      world.git(['commit', '--quiet', '-m', 'Private'], '../private');
      if (what !== 'loose objects') world.git(['gc', '--quiet'], '../private');
      const link = (name: string) => {
        rmSync(join(own, '.git', name), { recursive: true, force: true });
        symlinkSync(join(other, '.git', name), join(own, '.git', name));
      };
      const below = { 'a pack': 'objects/pack', 'loose objects': 'objects' }[what];
      if (below === undefined) link(what);
      else
        for (const name of readdirSync(join(other, '.git', below)).filter((each) => /^..$|^pack-/.test(each)))
          link(`${below}/${name}`);
      writeFileSync(join(own, '.git/refs/heads/main'), world.git(['rev-parse', 'HEAD'], '../private'));
      expect(await read({ action: 'show', repo: 'lent' })).toMatchObject({ kind: 'refused' });
    },
  );

  it('no more for alternates of alternates that end outside the roots, however many there are', async () => {
    await world.trust();
    const at = (name: string) => join(world.folder, 'work/store', name);
    for (let number = 0; number < 40; number += 1) mkdirSync(at(`${number}/info`), { recursive: true });
    const all = Array.from({ length: 40 }, (_, number) => `${at(String(number))}\n`).join('');
    writeFileSync(join(world.folder, 'work/.git/objects/info/alternates'), all);
    expect(await read({ action: 'log' })).toMatchObject({ kind: 'completed' });
    mkdirSync(join(world.folder, 'private/objects'), { recursive: true });
    writeFileSync(at('39/info/alternates'), `${join(world.folder, 'private/objects')}\n`);
    expect(await read({ action: 'log' })).toMatchObject({ kind: 'refused' });
    rmSync(at('39/info/alternates'));
    symlinkSync(join(world.folder, 'private/objects'), at('39/pack'));
    expect(await read({ action: 'log' })).toMatchObject({ kind: 'refused' });
  });

  it('in a linked work tree that its repository knows of', async () => {
    world.git(['worktree', 'add', '--quiet', '-b', 'topic', 'tree']);
    await world.trust();
    expect(await world.text('git_read', { action: 'status', repo: 'tree' })).toContain('topic');
  });
});

describe('git_read shows', () => {
  beforeEach(() => world.trust());

  it('status, with what is new', async () => {
    world.write('a.txt', 'two\n');
    world.write('ü b.txt', 'x');
    expect(await world.text('git_read', { action: 'status' })).toBe('## main\n M a.txt\n?? "ü b.txt"');
  });

  it('the log of some paths, as many as asked for', async () => {
    for (const name of ['b', 'c', 'd']) {
      world.write(`src/${name}.txt`, name);
      world.git(['add', 'src']);
      world.git(['commit', '--quiet', '-m', `Add ${name}`]);
    }
    const log = await world.text('git_read', { action: 'log', paths: ['src'], limit: 2 });
    expect(log.split('\n').map((line) => line.replace(/^\w+ \S+ /, ''))).toEqual(['Ann: Add d', 'Ann: Add c']);
  });

  it('a diff without protected files, and says so', async () => {
    world.write('a.txt', 'two\n');
    world.write('.env', 'TOKEN=second-value\n');
    const diff = await world.text('git_read', { action: 'diff' });
    expect(diff).toContain('+two');
    expect(diff).toContain('1 protected file is not shown: .env');
    expect(diff).not.toContain('second-value');
    world.git(['add', '--all']);
    expect(await world.text('git_read', { action: 'diff', staged: true })).not.toContain('second-value');
    expect(await world.text('git_read', { action: 'diff', revision: 'HEAD' })).not.toContain('second-value');
  });

  it('no content of a protected file or folder that a revision names, as a difference to something else', async () => {
    world.git(['tag', 'kept', 'HEAD:.env']);
    const id = world.git(['rev-parse', 'HEAD:.env']).trim();
    world.write('.docker/config.json', 'first-value');
    world.git(['add', '--force', '.docker']);
    world.git(['commit', '--quiet', '-m', 'Folder']);
    world.git(['tag', 'folder', 'HEAD:.docker']);
    const files = [id, id.slice(0, 8), 'kept', `${id}..HEAD`, 'kept...HEAD', 'HEAD..kept'];
    for (const revision of [...files, 'folder', 'folder..HEAD', world.git(['rev-parse', 'folder']).trim()]) {
      for (const paths of [['a.txt'], []])
        expect(await world.text('git_read', { action: 'diff', revision, paths })).not.toContain('first-value');
    }
    expect(await world.text('git_read', { action: 'diff', revision: 'kept', paths: ['a.txt'] })).toContain(
      'Name commits, and files and folders by paths.',
    );
    world.write('a.txt', 'two\n');
    for (const revision of ['HEAD', 'main', 'HEAD~1'])
      expect(await world.text('git_read', { action: 'diff', revision, paths: ['a.txt'] })).toContain('+two');
  });

  it('a commit without protected files, the first one and a merge too', async () => {
    const first = await world.text('git_read', { action: 'show' });
    expect(first).toContain('+one');
    expect(first).not.toContain('first-value');
    world.git(['switch', '--quiet', '-c', 'topic']);
    world.write('b.txt', 'topic\n');
    world.write('.env', 'TOKEN=merged-value\n');
    world.git(['add', '--all', '--force']);
    world.git(['commit', '--quiet', '-m', 'Topic']);
    world.git(['switch', '--quiet', 'main']);
    world.git(['merge', '--quiet', '--no-ff', '-m', 'Merge', 'topic']);
    const merge = await world.text('git_read', { action: 'show', revision: 'main' });
    expect(merge).toContain('+topic');
    expect(merge).not.toContain('merged-value');
  });

  it.each(['HEAD:.env', '--output=x', 'HEAD -- .env', ':/Begin', '-p', 'a b', 'x\ny'])(
    'no revision %j',
    async (revision) => {
      expect(await read({ action: 'show', revision })).toMatchObject({ kind: 'refused', code: 'invalid_arguments' });
    },
  );

  it('no content by its own id', async () => {
    const id = world.git(['rev-parse', 'HEAD:.env']).trim();
    expect(await world.text('git_read', { action: 'show', revision: id })).toContain('There is no commit');
    expect(await world.text('git_read', { action: 'diff', revision: id })).not.toContain('first-value');
  });

  it('what git says of a revision that is not there', async () => {
    const outcome = await read({ action: 'log', revision: 'nowhere' });
    expect(outcome).toMatchObject({ kind: 'completed', observation: { isError: true } });
  });

  it('branches', async () => {
    world.git(['branch', 'topic']);
    expect(await world.text('git_read', { action: 'branch' })).toMatch(/^\* main \w+ {2}Begin\n {2}topic/);
  });

  it('that there is no repository', async () => {
    rmSync(join(world.folder, 'work/.git'), { recursive: true });
    const outcome = await read({ action: 'status' });
    expect(outcome).toMatchObject({ kind: 'refused', decision: { reasons: [{ id: 'git:no_repository' }, {}] } });
  });
});

describe('nothing that a repository configures runs, also where it was approved', () => {
  // With whether a plain git runs it on these reads: those rows show that the trap is one.
  it.each<[string, boolean, (trap: string) => string]>([
    ['fsmonitor', true, (trap) => `[core]\n\tfsmonitor = ${trap}\n`],
    ['hooks', false, (trap) => `[core]\n\thooksPath = ${trap}s\n`],
    ['pager', false, (trap) => `[core]\n\tpager = ${trap}\n[pager]\n\tlog = ${trap}\n\tdiff = ${trap}\n`],
    ['external diff', true, (trap) => `[diff]\n\texternal = ${trap}\n`],
    ['textconv', true, (trap) => `[diff "t"]\n\ttextconv = ${trap}\n\tcommand = ${trap}\n`],
    [
      'filters',
      true,
      (trap) => `[filter "t"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\tprocess = ${trap}\n\trequired\n`,
    ],
    ['a filter with a strange name', true, (trap) => `[filter "a=b.c"]\n\tclean = ${trap}\n`],
    [
      'signatures',
      false,
      (trap) => `[gpg]\n\tprogram = ${trap}\n[log]\n\tshowSignature = true\n[format]\n\tpretty = %G?\n`,
    ],
    ['aliases', false, (trap) => `[alias]\n\tstatus = !${trap}\n\tlog = !${trap}\n`],
    [
      'a promised object',
      false,
      (trap) =>
        `[extensions]\n\tpartialClone = o\n[remote "o"]\n\turl = .\n\tuploadpack = ${trap}\n\tpromisor = true\n`,
    ],
  ])('%s', async (_, isPlainly, config) => {
    const trap = world.trap();
    world.trap('traps');
    world.write('.gitattributes', '*.txt diff=t filter=t\n*.bin filter=a=b.c\n');
    world.write('b.bin', 'x');
    world.git(['add', '--all']);
    world.git(['commit', '--quiet', '-m', 'Attributes']);
    writeFileSync(join(world.folder, 'work/.git/config'), `${world.read('.git/config')}${config(trap)}`);
    world.write('.git/hooks/post-index-change', `#!/bin/sh\n${trap}\n`);
    world.write('a.txt', 'two\n');
    world.write('b.bin', 'y');
    for (const action of actions) await world.text('git_read', { action });
    await world.text('git_read', { action: 'diff', revision: 'HEAD~1' });
    expect(world.isSprung()).toBe(false);
    if (!isPlainly) return;
    for (const command of ['status', 'diff']) spawnSync('git', [command], { cwd: join(world.folder, 'work') });
    expect(world.isSprung()).toBe(true);
  });

  it('in a submodule, whose configuration is its own', async () => {
    const trap = world.trap();
    world.submodule('sub');
    world.git(['config', 'core.fsmonitor', trap], 'sub');
    world.git(['config', 'filter.t.clean', trap], 'sub');
    world.write('sub/.gitattributes', '* filter=t\n');
    world.write('sub/x.txt', 'y');
    await world.trust();
    for (const action of actions) await world.text('git_read', { action });
    expect(world.isSprung()).toBe(false);
  });
});
