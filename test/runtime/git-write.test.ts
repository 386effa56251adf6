// git_write through a whole runtime, over real repositories: it asks, keeps protected files out, runs nothing and never loses work.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, NewRule } from '../../src/contract/index.ts';
import { openGitWorld, type GitWorld } from '../fixtures/git-world.ts';

let world: GitWorld;
beforeEach(async () => {
  world = await openGitWorld();
});
afterEach(() => world.close());

const write = (args: JsonObject) => world.text('git_write', args);
const deny = (about: Pick<NewRule, 'target' | 'action'>) =>
  world.gatehouse.runtime.owner?.addRule(
    { effect: 'DENY', agent: null, tool: null, window: null, note: null, ...about },
    { broad: false, by: 'user:7' },
  );
const subject = () => world.git(['log', '-1', '--format=%s|%an|%ae']).trim();

describe('git_write', () => {
  it('asks in readonly also where the folder is trusted, and takes no action that pushes', async () => {
    await world.trust();
    expect(await world.call('git_write', { action: 'add' })).toMatchObject({ kind: 'pending' });
    for (const args of [
      { action: 'push' },
      { action: 'pull', remote: '--upload-pack=x' },
      { action: 'checkout', branch: '-f' },
    ])
      expect(await world.call('git_write', args)).toMatchObject({ code: 'invalid_arguments' });
  });

  it.each([
    ['.', '.'],
    ['sub/deep', '.'],
    ['inner', 'inner'],
    ['inner', 'inner/**'],
    ['tree', 'tree'],
    ['tree', '.git/**'],
  ])('is held by a rule about writing the repository of %s, as an explanation says', async (repo, target) => {
    world.git(['init', '--quiet', 'inner']);
    world.git(['worktree', 'add', '--quiet', '-b', 'topic', 'tree']);
    world.write('sub/deep/b.txt', 'x');
    await world.trust();
    await deny({ target, action: 'write' });
    for (const args of [
      { action: 'add' },
      { action: 'commit', message: 'x' },
      { action: 'checkout', branch: 'main' },
      { action: 'pull' },
    ]) {
      const outcome = await world.call('git_write', { ...args, repo });
      expect(outcome).toMatchObject({ kind: 'refused', decision: { effect: 'DENY' } });
      const explained = await world.gatehouse.explain('git_write', { ...args, repo });
      expect(explained.decision?.reasons.map(({ id }) => id)).toEqual(outcome.decision?.reasons.map(({ id }) => id));
    }
    expect(await world.call('git_read', { action: 'log', repo: '.' })).toMatchObject({ kind: 'completed' });
  });

  it('is not held by a rule about writing elsewhere, and allowed by one about the tool', async () => {
    await deny({ target: 'elsewhere/**', action: 'write' });
    expect(await world.call('git_write', { action: 'add' })).toMatchObject({
      kind: 'pending',
      approval: { targets: expect.arrayContaining([{ kind: 'path', action: 'write', value: '.' }]) },
    });
    await world.gatehouse.runtime.owner?.addRule(
      { effect: 'ALLOW', agent: null, tool: 'git_write', target: null, action: 'write', window: null, note: null },
      { broad: false, by: 'user:7' },
    );
    expect(await world.call('git_write', { action: 'add', repo: '.' })).toMatchObject({ kind: 'pending' });
    await world.gatehouse.runtime.owner?.addRule(
      { effect: 'ALLOW', agent: null, tool: 'git_write', target: null, action: null, window: null, note: null },
      { broad: false, by: 'user:7' },
    );
    expect(await world.call('git_write', { action: 'add', repo: './' })).toMatchObject({ kind: 'completed' });
  });

  it('commits all that changed, but for protected files, as the person', async () => {
    world.write('a.txt', 'two\n');
    world.write('new ü.txt', 'new\n');
    world.write('.env', 'TOKEN=second\n');
    world.write('keys/server.key', 'secret\n');
    const told = await write({ action: 'commit', message: '# Not a comment\n\nBody', all: true });
    expect(told).toContain('2 protected files are left alone: ');
    expect(subject()).toBe('# Not a comment|Ann|ann@example.org');
    expect(world.git(['status', '--short'])).toBe(' M .env\n?? keys/\n');
  });

  it('adds what is named, sign by sign, and nothing else', async () => {
    for (const name of ['b[1]', 'b1']) world.write(`src/${name}.txt`, name);
    await write({ action: 'add', paths: ['src/b[1].txt'] });
    expect(world.git(['diff', '--cached', '--name-only'])).toBe('src/b[1].txt\n');
    expect(await world.call('git_write', { action: 'add', paths: ['.env'] })).toMatchObject({ kind: 'refused' });
  });

  it('adds that a file is gone', async () => {
    world.git(['rm', '--quiet', '--cached', 'a.txt']);
    world.git(['reset', '--quiet']);
    world.git(['update-index', '--refresh']);
    execFileSync('rm', [join(world.folder, 'work/a.txt')]);
    await write({ action: 'add', paths: ['a.txt'] });
    expect(world.git(['diff', '--cached', '--name-status'])).toBe('D\ta.txt\n');
  });

  it('stages no protected file of a folder that is named', async () => {
    world.write('conf/plain.txt', 'x');
    world.write('conf/id_rsa', 'x');
    expect(await write({ action: 'add', paths: ['conf'] })).toContain('left alone: conf/id_rsa');
    expect(world.git(['diff', '--cached', '--name-only'])).toBe('conf/plain.txt\n');
  });

  it('says that there is nothing to commit, and that a message is missing', async () => {
    expect(await write({ action: 'commit', message: 'Nothing' })).toMatch(/nothing to commit|no changes|exit code 1/);
    expect(await write({ action: 'commit' })).toBe('A commit wants a message.');
  });

  it('commits in the name that the repository says', async () => {
    world.git(['config', 'user.name', '-x --evil']);
    world.write('a.txt', 'two\n');
    await write({ action: 'commit', message: 'Two', all: true });
    expect(subject()).toBe('Two|-x --evil|ann@example.org');
  });

  it('creates a branch, goes back, and loses no work', async () => {
    expect(await write({ action: 'checkout', branch: 'topic/one', create: true })).toBe('On the new branch topic/one.');
    world.write('a.txt', 'topic\n');
    world.git(['commit', '--quiet', '-am', 'Topic']);
    world.write('a.txt', 'not committed\n');
    expect(await write({ action: 'checkout', branch: 'main' })).toMatch(/would be overwritten/);
    expect(world.read('a.txt')).toBe('not committed\n');
    world.git(['restore', 'a.txt']);
    expect(await write({ action: 'checkout', branch: 'main' })).toBe('On the branch main.');
    expect(world.read('a.txt')).toBe('one\n');
    expect(await write({ action: 'checkout', branch: 'nowhere' })).toMatch(/no commit/);
  });

  it.each(['.env', '.vscode/tasks.json', '.husky/pre-commit', '.bashrc'])(
    'checks out no branch that would write %s',
    async (name) => {
      world.git(['switch', '--quiet', '-c', 'evil']);
      world.write(name, 'changed\n');
      world.git(['add', '--all', '--force']);
      world.git(['commit', '--quiet', '-m', 'Evil']);
      world.git(['switch', '--quiet', 'main']);
      expect(await write({ action: 'checkout', branch: 'evil' })).toContain(`it would write ${name}`);
      expect(await write({ action: 'checkout', branch: 'other', create: true, start: 'evil' })).toContain(name);
      expect(world.git(['branch', '--show-current'])).toBe('main\n');
    },
  );

  it('runs no hook and no filter; a file that wants one is not stored without it', async () => {
    const trap = world.trap();
    const hooks = ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'reference-transaction'];
    for (const hook of hooks)
      writeFileSync(join(world.folder, 'work/.git/hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    for (const [key, value] of [
      ['commit.gpgSign', 'true'],
      ['gpg.program', trap],
      ['core.fsmonitor', trap],
    ] as const)
      writeFileSync(
        join(world.folder, 'work/.git/config'),
        `${world.read('.git/config')}[${key.replace('.', ']\n')} = ${value}\n`,
      );
    world.write('a.txt', 'two\n');
    await write({ action: 'commit', message: 'Two', all: true });
    await write({ action: 'checkout', branch: 'topic', create: true });
    writeFileSync(
      join(world.folder, 'work/.git/config'),
      `${world.read('.git/config')}[filter "t"]\n\tclean = ${trap}\n`,
    );
    world.write('.gitattributes', '*.bin filter=t\n*.big filter=lfs\n');
    for (const name of ['x.bin', 'x.big']) {
      world.write(name, 'content');
      expect(await write({ action: 'add', paths: [name] })).toMatch(/filter '(?:t|lfs)' failed/);
    }
    expect(world.isSprung()).toBe(false);
    expect(subject()).toMatch(/^Two/);
  });
});

it('runs nothing of a submodule, whose configuration is its own', async () => {
  const trap = world.trap();
  world.submodule('sub');
  world.git(['branch', 'other', 'HEAD~1']);
  writeFileSync(
    join(world.folder, 'work/sub/.git/config'),
    `${world.read('sub/.git/config')}\tfsmonitor = ${trap}\n[filter "t"]\n\tclean = ${trap}\n`,
  );
  world.write('sub/.gitattributes', '* filter=t\n');
  world.write('sub/z.txt', 'z');
  world.write('sub/x.txt', 'y');
  world.write('a.txt', 'two\n');
  await write({ action: 'add' });
  expect(await write({ action: 'add', paths: ['sub'] })).toContain('Submodules are left alone: sub');
  await write({ action: 'commit', message: 'Two', all: true });
  await write({ action: 'checkout', branch: 'other' });
  await write({ action: 'checkout', branch: 'main' });
  expect(world.isSprung()).toBe(false);
  expect(subject()).toMatch(/^Two/);
});

describe('a pull', () => {
  /** A clone in a folder beside the workspace or in it, one commit ahead. */
  function remoteAt(place: string, change: readonly [string, string] = ['a.txt', 'pulled\n']): string {
    const path = join(world.folder, place);
    world.git(['clone', '--quiet', '.', path]);
    writeFileSync(join(path, change[0]), change[1]);
    world.git(['add', '--all', '--force'], path.slice(join(world.folder, 'work/').length));
    world.git(['commit', '--quiet', '-m', 'Ahead'], path.slice(join(world.folder, 'work/').length));
    return path;
  }

  it('goes forward to the branch of a remote inside the roots', async () => {
    world.git(['remote', 'add', 'origin', remoteAt('work/mirror')]);
    expect(await write({ action: 'pull' })).toMatch(/^Up to \w+: Ahead$/);
    expect(world.read('a.txt')).toBe('pulled\n');
  });

  it('is no merge', async () => {
    world.git(['remote', 'add', 'origin', remoteAt('work/mirror')]);
    world.write('b.txt', 'mine\n');
    world.git(['add', 'b.txt']);
    world.git(['commit', '--quiet', '-m', 'Mine']);
    expect(await write({ action: 'pull' })).toMatch(/fast-forward/);
    expect(subject()).toMatch(/^Mine/);
  });

  it('writes no protected file', async () => {
    world.git(['remote', 'add', 'origin', remoteAt('work/mirror', ['.envrc', 'evil\n'])]);
    expect(await write({ action: 'pull' })).toContain('it would write .envrc');
    expect(subject()).toMatch(/^Begin/);
  });

  it.each([
    ['a path outside the roots', '$T/outside'],
    ['a helper', 'ext::sh -c trap'],
    ['plain http', 'http://example.org/x.git'],
    ['the git protocol', 'git://example.org/x.git'],
    ['an address inside the network', 'https://127.0.0.1/x.git'],
    ['an option of ssh', 'ssh://-oProxyCommand=trap/x'],
  ])('from %s is refused', async (_, url) => {
    world.git(['remote', 'add', 'origin', url.replaceAll('$T', world.folder)]);
    expect(await world.call('git_write', { action: 'pull' })).toMatchObject({ kind: 'refused' });
  });

  it.each([
    ['no such remote', 'remote.other.url', 'https://h/x'],
    ['an address that is rewritten', 'url.ext::sh.insteadOf', 'https://h'],
    ['a proxy', 'http.proxy', 'http://127.0.0.1:1'],
    ['a proxy of the remote', 'remote.origin.proxy', 'http://127.0.0.1:1'],
    ['a fixed answer for a name', 'http.curloptResolve', 'example.org:443:127.0.0.1'],
    ['several addresses', 'remote.origin.url', 'https://example.org/y'],
  ])('with %s is refused', async (_, key, value) => {
    if (!key.startsWith('remote.other')) world.git(['remote', 'add', 'origin', 'https://example.org/x']);
    world.git(['config', '--add', key, value]);
    expect(await world.call('git_write', { action: 'pull' })).toMatchObject({
      kind: 'refused',
      decision: { reasons: expect.arrayContaining([expect.objectContaining({ id: 'git:remote' })]) },
    });
  });

  it.each([
    ['the address', 'remote.origin.url', 'https://ann:T$@example.org/x'],
    ['the address, in the place of the user', 'remote.origin.url', 'https://T$@example.org/x'],
    ['a path', 'remote.origin.url', '/nowhere/T$'],
    ['a rewriting of addresses', 'url.https://ann:T$@example.org/.insteadOf', 'https://example.org/'],
    ['the name of a setting', 'credential.https://ann:T$@example.org.helper', 'store'],
  ])('tells nobody a credential in %s of the configuration', async (_, key, value) => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await world.trust();
    if (key !== 'remote.origin.url') world.git(['remote', 'add', 'origin', 'https://example.org/x']);
    world.git(['config', key.replace('T$', token), value.replace('T$', token)]);
    const explained = await world.gatehouse.explain('git_write', { action: 'pull' });
    const outcomes = [
      await world.call('git_write', { action: 'pull' }),
      await world.call('git_read', { action: 'log' }),
    ];
    for (const told of [explained, ...outcomes]) expect(JSON.stringify(told)).not.toContain(token);
  });

  it('runs no program that the remote or its configuration names', async () => {
    const trap = world.trap();
    world.git(['remote', 'add', 'origin', remoteAt('work/mirror')]);
    world.git(['config', 'remote.origin.uploadpack', trap]);
    world.git(['config', 'core.sshCommand', trap]);
    writeFileSync(join(world.folder, 'work/.git/hooks/post-merge'), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    expect(await write({ action: 'pull' })).toMatch(/Ahead/);
    expect(world.isSprung()).toBe(false);
  });

  it('names the host to the rules', async () => {
    world.git(['remote', 'add', 'origin', 'git@example.org:x.git']);
    const outcome = await world.call('git_write', { action: 'pull' });
    expect(outcome).toMatchObject({
      kind: 'pending',
      approval: { targets: expect.arrayContaining([expect.objectContaining({ kind: 'host', value: 'example.org' })]) },
    });
  });
});
