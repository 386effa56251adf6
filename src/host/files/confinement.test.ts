import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sha256Hex } from '../../text/index.ts';
import { createConfinement, type ConfinementSettings } from './confinement.ts';

let folder = '';
let workspace = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-confine-')));
  workspace = join(folder, 'work');
  for (const path of ['work/src', 'library', 'home/.gatehouse']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(workspace, 'src/a.txt'), 'content');
  writeFileSync(join(folder, 'library/b.txt'), 'b');
  writeFileSync(join(folder, 'home/.gatehouse/token'), 'secret');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(more: Partial<ConfinementSettings> = {}) {
  return createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [join(folder, 'home/.gatehouse')],
    ...more,
  });
}

async function ask(asked: string, action: string, more: Partial<ConfinementSettings> & { guest?: boolean } = {}) {
  const { guest = false, ...settings } = more;
  const confined = await (await open(settings)).confine(asked, { action, guest });
  return confined.ok ? { zone: confined.zone, ...confined.path } : confined.refusal;
}

describe('a root', () => {
  it('is not the home, nor what holds it, though a command may be started there', async () => {
    for (const userFolder of [workspace, join(workspace, 'src')]) {
      expect(await ask('src/a.txt', 'read', { userFolder })).toMatchObject({
        name: 'outside_roots',
        verdict: 'boundary',
      });
      expect(await ask('src/a.txt', 'write', { userFolder })).toMatchObject({ name: 'outside_roots' });
    }
    expect(await ask('etc/passwd', 'read', { workspace: '/', readRoots: ['/'], writeRoots: ['/'] })).toMatchObject({
      name: 'outside_roots',
    });
  });

  it('that is named and unsafe is an error of the configuration', async () => {
    await expect(open({ readRoots: [workspace, '/etc'] })).rejects.toThrow('readRoots: "/etc" may be no root');
  });

  it('that is safe serves below a workspace that is not', async () => {
    expect(
      await ask('src/a.txt', 'read', { userFolder: workspace, readRoots: [join(workspace, 'src')] }),
    ).toMatchObject({ shown: 'src/a.txt' });
  });
});

describe('confining a path', () => {
  it('shows a path relative to the workspace, and the workspace as a dot', async () => {
    expect(await ask('./src//a.txt', 'read')).toMatchObject({ shown: 'src/a.txt', real: join(workspace, 'src/a.txt') });
    expect(await ask(workspace, 'read')).toMatchObject({ shown: '.' });
    expect(await ask(join(folder, 'library/b.txt'), 'read', { readRoots: [join(folder, 'library')] })).toMatchObject({
      shown: join(folder, 'library/b.txt'),
    });
  });

  it('identifies by device and inode what is read, and by content too what is written', async () => {
    expect(await ask('src/a.txt', 'read')).toMatchObject({ identity: { kind: 'present', digest: null } });
    expect(await ask('src/a.txt', 'write')).toMatchObject({
      identity: { kind: 'present', digest: sha256Hex('content') },
    });
    expect(await ask('src/new.txt', 'write')).toMatchObject({ identity: { kind: 'absent' } });
  });

  it('takes an action it does not know for a write', async () => {
    expect(await ask('.vscode/tasks.json', 'frobnicate')).toMatchObject({ name: 'protected_name' });
    expect(await ask('.vscode/tasks.json', 'search')).toMatchObject({ shown: '.vscode/tasks.json' });
  });

  it('keeps what may be read from being written', async () => {
    const roots = { readRoots: [workspace, join(folder, 'library')] };
    expect(await ask(join(folder, 'library/b.txt'), 'write', roots)).toMatchObject({
      name: 'outside_roots',
      verdict: 'boundary',
      text: expect.stringMatching(/may be read but not written/),
    });
  });

  it.each(['home/.gatehouse/token', 'home/.gatehouse', 'home/.gatehouse/not/there.db', 'home/.GATEHOUSE/token'])(
    'opens %s to nobody, although it lies inside a root',
    async (path) => {
      for (const action of ['read', 'write']) {
        expect(await ask(join(folder, path), action, { readRoots: [folder], writeRoots: [folder] })).toMatchObject({
          name: 'protected_name',
          verdict: 'floor',
        });
      }
    },
  );

  it('knows a protected file by a link and by a further name', async () => {
    symlinkSync(join(folder, 'home/.gatehouse'), join(workspace, 'innocent'));
    linkSync(join(folder, 'home/.gatehouse/token'), join(workspace, 'plain.txt'));
    expect(await ask('innocent/token', 'read')).toMatchObject({ name: 'protected_name' });
    expect(await ask('plain.txt', 'read')).toMatchObject({ name: 'protected_name' });
  });

  it.each([
    ['a key of the person', 'home/.ssh/keys/id_work'],
    ['a credential file right in the home', 'home/.netrc'],
    ['a protected file of the workspace', 'work/.env'],
    ['a protected file beside it', 'work/src/server.key'],
  ])('knows %s by a further name', async (_, place) => {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), 'secret');
    linkSync(join(folder, place), join(workspace, 'src/plain.txt'));
    expect(await ask('src/plain.txt', 'read', { userFolder: join(folder, 'home') })).toMatchObject({
      name: 'protected_name',
      text: expect.stringMatching(/further name/),
    });
  });

  it('is not held up by a home with very many credentials', async () => {
    mkdirSync(join(folder, 'home/.gnupg'), { recursive: true });
    for (let index = 0; index < 6_000; index += 1) writeFileSync(join(folder, `home/.gnupg/${index}`), '');
    linkSync(join(workspace, 'src/a.txt'), join(workspace, 'twin.txt'));
    const start = performance.now();
    expect(await ask('twin.txt', 'read', { userFolder: join(folder, 'home') })).toMatchObject({ shown: 'twin.txt' });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('does not write a file that is named as a directory', async () => {
    for (const path of ['new/', 'src/new/.', 'src/a.txt/'])
      expect(await ask(path, 'write')).toMatchObject({ name: 'not_regular', verdict: 'floor' });
    expect(await ask('src/a.txt/', 'read')).toMatchObject({ name: 'bad_path' });
    expect(await ask('src/', 'read')).toMatchObject({ shown: 'src' });
  });

  it('reads an ordinary file with two names, and does not write it', async () => {
    linkSync(join(workspace, 'src/a.txt'), join(workspace, 'twin.txt'));
    expect(await ask('twin.txt', 'read')).toMatchObject({ shown: 'twin.txt' });
    expect(await ask('twin.txt', 'write')).toMatchObject({ name: 'hard_link', verdict: 'floor' });
  });

  it('answers at once for a named pipe, without opening it', async () => {
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(workspace, 'pipe')]);
    expect(await ask('pipe', 'read')).toMatchObject({ name: 'not_regular', text: expect.stringMatching(/named pipe/) });
    expect(await ask('pipe', 'write')).toMatchObject({ name: 'not_regular' });
  });

  it('does not touch a socket', async () => {
    const server = createServer().listen(join(workspace, 'socket'));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    expect(await ask('socket', 'read')).toMatchObject({ name: 'not_regular', text: expect.stringMatching(/a socket/) });
  });

  it.each([
    ['out/a.txt', 'blocked', 'zone'],
    ['out/keep/a.txt', 'silent', null],
    ['generated/x.md', 'silent', null],
    ['config/prod.yaml', 'prompt', null],
    ['src/a.txt', 'default', null],
  ])('puts %s into the zone %s', async (path, zone, refusal) => {
    const zones = { blocked: ['out/*.txt'], prompt: ['config/'], silent: ['out', './generated', `${workspace}/tmp`] };
    const answer = await ask(path, 'write', { zones });
    expect(refusal === null ? answer : { zone: 'blocked', ...answer }).toMatchObject(
      refusal === null ? { zone } : { name: refusal, verdict: 'floor' },
    );
  });

  it('compares absolute zones with paths inside the workspace, and leaves reads alone', async () => {
    const zones = { blocked: [join(workspace, 'src')], prompt: [], silent: [] };
    expect(await ask('src/a.txt', 'write', { zones })).toMatchObject({ name: 'zone' });
    expect(await ask('src/a.txt', 'read', { zones })).toMatchObject({ zone: null });
  });

  it('refuses guests everything but their roots, and tells them nothing of what exists', async () => {
    const nowhere = await ask('src/a.txt', 'read', { guest: true });
    expect(nowhere).toMatchObject({
      name: 'outside_roots',
      verdict: 'boundary',
      text: 'Guests may use no files here.',
    });
    expect(await ask('src/none.txt', 'read', { guest: true })).toEqual({ ...nowhere, shown: 'src/none.txt' });
    const guestRoots = [join(workspace, 'src')];
    expect(await ask('src/a.txt', 'read', { guest: true, guestRoots })).toMatchObject({ shown: 'src/a.txt' });
    expect(await ask('src/a.txt', 'write', { guest: true, guestRoots })).toMatchObject({ name: 'outside_roots' });
    expect(await ask('.', 'read', { guest: true, guestRoots })).toMatchObject({ name: 'outside_roots' });
  });

  it('lets a root lie in a place whose name is protected', async () => {
    const nested = join(folder, '.cursor/worktrees/one');
    mkdirSync(nested, { recursive: true });
    const settings = { workspace: nested, readRoots: [nested], writeRoots: [nested] };
    expect(await ask('a.txt', 'write', settings)).toMatchObject({ shown: 'a.txt' });
    expect(await ask(join(nested, 'a.txt'), 'write', settings)).toMatchObject({ shown: 'a.txt' });
    expect(await ask(join(nested, '.cursor/mcp.json'), 'write', settings)).toMatchObject({ name: 'protected_name' });
  });

  it('holds on to the root it resolved at the start', async () => {
    const confinement = await open();
    rmSync(workspace, { recursive: true });
    symlinkSync(join(folder, 'home'), workspace);
    writeFileSync(join(folder, 'home/plain.txt'), 'x');
    expect(await confinement.confine(join(workspace, 'plain.txt'), { action: 'read' })).toMatchObject({
      refusal: { name: 'outside_roots' },
    });
  });

  it.each([
    [{ workspace: '/no/such/place' }, /no directory/],
    [{ readRoots: ['~/code'] }, /readRoots.*not expanded/],
    [{ zones: { blocked: ['a[b'], prompt: [], silent: [] } }, /zones\.blocked/],
  ])('does not start with the setting %j', async (settings, message) => {
    await expect(open(settings)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(message),
    });
  });
});

describe('paths below a confined directory', () => {
  async function below(names: readonly string[], guest = false) {
    const confinement = await open({ guestRoots: [join(workspace, 'src')] });
    const directory = await confinement.confine(guest ? 'src' : '.', { action: 'read', guest });
    if (!directory.ok) throw new Error(directory.refusal.text);
    const answers = await Promise.all(names.map((name) => confinement.within(directory.path, name)));
    return answers.map((answer) => (answer.ok ? answer.path.shown : answer.refusal.name));
  }

  it('are judged by the same rules', async () => {
    writeFileSync(join(workspace, '.env'), 'A=1');
    symlinkSync(join(folder, 'library'), join(workspace, 'out'));
    symlinkSync('src', join(workspace, 'in'));
    expect(
      await below(['src/a.txt', '.env', 'out/b.txt', 'in/a.txt', '../library/b.txt', '/etc/passwd', 'a\nb']),
    ).toEqual(['src/a.txt', 'protected_name', 'outside_roots', 'src/a.txt', 'bad_path', 'bad_path', 'bad_path']);
  });

  it('stay with whom the directory was confined for', async () => {
    symlinkSync('../secret.txt', join(workspace, 'src/link'));
    writeFileSync(join(workspace, 'secret.txt'), 'x');
    expect(await below(['a.txt', 'link'], true)).toEqual(['src/a.txt', 'outside_roots']);
  });

  it('refuses a path that nobody confined', async () => {
    const one = await open();
    const other = await open();
    const confined = await one.confine('.', { action: 'read' });
    if (!confined.ok) throw new Error(confined.refusal.text);
    await expect(other.within(confined.path, 'a.txt')).rejects.toMatchObject({ code: 'path_refused' });
  });

  it('judges five thousand paths in a few seconds at most', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `src/${index}.txt`);
    for (const name of names) writeFileSync(join(workspace, name), '');
    const start = performance.now();
    expect(new Set(await below(names)).size).toBe(5_000);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
