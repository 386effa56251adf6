import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isCapabilityError } from '../../contract/index.ts';
import { openHome } from './open-home.ts';

const isRoot = process.getuid?.() === 0;
const rootless = isRoot ? ' [skipped: root may read and write everything]' : '';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const permissions = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isCapabilityError(error) && error.code === 'store_unavailable') return error.message.replaceAll(folder, '$F');
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('opening a home', () => {
  it('makes the folder and what lies in it, closed to others, with its parents', () => {
    const home = openHome({ path: join(folder, 'a', 'b', 'home'), create: true });
    const made = [home.path, ...readdirSync(home.path).map((name) => join(home.path, name))];
    expect(made.map((path) => `${path.replace(home.path, '')} ${permissions(path)}`)).toEqual([
      ' 700',
      '/audit 700',
      '/backups 700',
      '/keys 700',
      '/results 700',
      '/run 700',
      '/sources 700',
    ]);
  });

  it('names what lies in it', () => {
    const home = openHome({ path: join(folder, 'home'), create: true });
    const named = { ...home, protectedPaths: home.protectedPaths.join(), readOrCreateKey: undefined };
    const inside = (path: string): string => join(folder, 'home', path);
    expect(named).toEqual({
      path: inside(''),
      database: inside('gatehouse.db'),
      keys: inside('keys'),
      auditHeads: inside('audit/heads.jsonl'),
      ownerSocket: inside('run/owner.sock'),
      clientToken: inside('run/client.token'),
      daemon: inside('run/daemon.json'),
      programs: inside('run/programs'),
      results: inside('results'),
      backups: inside('backups'),
      sources: inside('sources'),
      protectedPaths: inside(''),
      readOrCreateKey: undefined,
    });
  });

  it('says how to make an absent one, and makes nothing, where it is not to be created', () => {
    expect(messageOf(() => openHome({ path: join(folder, 'home'), create: false }))).toBe(
      '$F/home cannot be used: it is not there. Run gatehouse init, or name the right folder in GATEHOUSE_HOME.',
    );
    mkdirSync(join(folder, 'empty'), { mode: 0o700 });
    openHome({ path: join(folder, 'empty'), create: false });
    expect(readdirSync(folder)).toEqual(['empty']);
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });

  it('opens one again, and closes it where others could read it', () => {
    const { path } = openHome({ path: join(folder, 'home'), create: true });
    for (const part of ['', 'keys', 'run']) chmodSync(join(path, part), 0o755);
    expect(openHome({ path, create: false }).path).toBe(path);
    expect(['', 'keys', 'run'].map((part) => permissions(join(path, part)))).toEqual(['700', '700', '700']);
  });

  it('protects a home behind a link under both names', () => {
    mkdirSync(join(folder, 'disk'), { mode: 0o700 });
    symlinkSync(join(folder, 'disk'), join(folder, 'home'));
    const home = openHome({ path: join(folder, 'home'), create: true });
    expect(home.path).toBe(join(folder, 'disk'));
    expect(home.protectedPaths).toEqual([join(folder, 'home'), join(folder, 'disk')]);
  });

  it.each([
    [
      'a file',
      (path: string) => writeFileSync(path, ''),
      '$F/home cannot be opened: it, or a part of the path to it, is a file and no folder (ENOTDIR). Mend that, or name another folder in GATEHOUSE_HOME.',
    ],
    [
      'a link that leads nowhere',
      (path: string) => symlinkSync('/nowhere/at/all', path),
      '$F/home cannot be created: it is not there (ENOENT). Mend that, or name another folder in GATEHOUSE_HOME.',
    ],
    [
      'a link to itself',
      (path: string) => symlinkSync(path, path),
      '$F/home cannot be opened: it is a link, or links lead in a circle (ELOOP). Mend that, or name another folder in GATEHOUSE_HOME.',
    ],
    [
      'a folder that others read and that holds other things',
      (path: string) => {
        mkdirSync(path);
        writeFileSync(join(path, 'thesis.tex'), '');
        chmodSync(path, 0o755);
      },
      '$F/home cannot be used: other users can read it, and it holds files that are not of Gatehouse. Name an empty folder in GATEHOUSE_HOME, or if it is meant, run: chmod 700 $F/home',
    ],
    [
      'a home with a link in it',
      (path: string) => {
        mkdirSync(path, { mode: 0o700 });
        symlinkSync(folder, join(path, 'results'));
      },
      '$F/home/results cannot be used: it is a link, and what it leads to is not protected. Move the folder there itself.',
    ],
  ])('refuses %s', (_what, make, message) => {
    make(join(folder, 'home'));
    const before = existsSync(join(folder, 'home')) ? permissions(join(folder, 'home')) : null;
    expect(messageOf(() => openHome({ path: join(folder, 'home'), create: true }))).toBe(message);
    expect(existsSync(join(folder, 'home')) ? permissions(join(folder, 'home')) : null).toBe(before);
  });

  it('refuses one below a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(messageOf(() => openHome({ path: join(folder, 'file', 'home'), create: true }))).toMatch(
      /^\$F\/file\/home cannot be opened: .* is a file and no folder/,
    );
  });

  it.skipIf(!isRoot)('refuses one of another user [needs root to make one]', () => {
    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    chownSync(join(folder, 'home'), 12345, 12345);
    expect(messageOf(() => openHome({ path: join(folder, 'home'), create: true }))).toBe(
      '$F/home cannot be used: it belongs to another user (id 12345, we are 0). Run as that user, or name a folder of yours in GATEHOUSE_HOME.',
    );
  });

  it.skipIf(isRoot)(`refuses one that may not be made${rootless}`, () => {
    chmodSync(folder, 0o500);
    expect(messageOf(() => openHome({ path: join(folder, 'home'), create: true }))).toMatch(
      /^\$F\/home cannot be created: there is no permission/,
    );
  });
});

describe('a key', () => {
  const home = (): ReturnType<typeof openHome> => openHome({ path: join(folder, 'home'), create: true });

  it('is random, kept, and readable by its owner alone', () => {
    const first = home().readOrCreateKey('argument-key', 32);
    expect(first).toHaveLength(32);
    expect(first).not.toEqual(home().readOrCreateKey('other', 32));
    expect(home().readOrCreateKey('argument-key', 32)).toEqual(first);
    expect(readdirSync(home().keys)).toEqual(['argument-key', 'other']);
    expect(permissions(join(home().keys, 'argument-key'))).toBe('600');
  });

  it('is closed to others again where somebody opened it', () => {
    home().readOrCreateKey('k', 16);
    chmodSync(join(home().keys, 'k'), 0o644);
    home().readOrCreateKey('k', 16);
    expect(permissions(join(home().keys, 'k'))).toBe('600');
  });

  it.each(['', '../gatehouse.db', 'a/b', '.hidden', 'UPPER', '__proto__', 'a'.repeat(65)])(
    'is not named %j',
    (name) => {
      expect(() => home().readOrCreateKey(name, 16)).toThrow(TypeError);
    },
  );

  it.each([
    ['a folder', (path: string) => mkdirSync(path), /keys\/k cannot be used: it is no regular file/],
    ['a link', (path: string) => symlinkSync('/etc/hostname', path), /keys\/k cannot be opened: it is a link/],
    [
      'an empty file',
      (path: string) => writeFileSync(path, ''),
      /keys\/k cannot be used: it holds 0 bytes and a key has 16\. Restore it from a backup/,
    ],
    [
      'a huge file',
      (path: string) => (writeFileSync(path, ''), truncateSync(path, 2 ** 31)),
      /it holds 2147483648 bytes/,
    ],
  ])('is refused and not replaced where there is %s', (_what, make, message) => {
    make(join(home().keys, 'k'));
    expect(messageOf(() => home().readOrCreateKey('k', 16))).toMatch(message);
    expect(readdirSync(home().keys)).toEqual(['k']);
  });

  it('is refused where there is a FIFO, without waiting for its writer', async () => {
    await promisify(execFile)('mkfifo', [join(home().keys, 'k')]);
    expect(messageOf(() => home().readOrCreateKey('k', 16))).toMatch(/keys\/k cannot be used: it is no regular file/);
  });

  it('is the same for processes that race to make home and key', async () => {
    const rounds = 40;
    const startAt = Date.now() + 1_500;
    const program = `
      import { openHome } from ${JSON.stringify(new URL('open-home.ts', import.meta.url).href)};
      const keys = [];
      for (let round = 0; round < ${rounds}; round++) {
        while (Date.now() < ${startAt} + round * 25);
        const home = openHome({ path: ${JSON.stringify(folder)} + '/home' + round, create: true });
        keys.push(home.readOrCreateKey('k', 32).toString('hex'));
      }
      console.log(keys.join('\\n'));`;
    const run = promisify(execFile);
    const [first, second] = await Promise.all(
      [0, 1].map(() => run(process.execPath, ['--input-type=module', '-e', program])),
    );
    expect(first?.stderr).toBe('');
    expect(new Set(first?.stdout.trim().split('\n')).size).toBe(rounds);
    expect(second?.stdout).toBe(first?.stdout);
    expect(readFileSync(join(folder, 'home7', 'keys', 'k'), 'hex')).toBe(first?.stdout.split('\n')[7]);
    expect(readdirSync(join(folder, 'home7', 'keys'))).toEqual(['k']);
  });
});
