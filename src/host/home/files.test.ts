import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { locateConfig, locateHome, userFolder } from './locations.ts';
import { readTextFile, realFolder } from './read-text-file.ts';
import { replacePrivateFile, writeNewFile } from './write-file.ts';

const isRoot = process.getuid?.() === 0;

const mkfifo = 'mkfifo';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));
  file = join(folder, 'file.yaml');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

describe('reading a text file', () => {
  it('answers its text without a byte order mark, and where links led', () => {
    writeFileSync(file, '\ufeffmode: readonly # ü😀\n');
    symlinkSync(file, join(folder, 'link'));
    expect(readTextFile(join(folder, 'link'), 100)).toEqual({
      kind: 'text',
      text: 'mode: readonly # ü😀\n',
      mark: '\ufeff',
      realPath: file,
      exposure: null,
    });
  });

  it.each(['absent', 'absent/deeper', 'file.yaml/below'])('answers that %s is absent', (path) => {
    writeFileSync(file, '');
    expect(readTextFile(join(folder, path), 100)).toEqual({ kind: 'absent' });
  });

  it.each([
    ['a folder', () => mkdirSync(file), 'is a folder, not a file'],
    ['a FIFO', () => execFileSync(mkfifo, [file]), 'is no regular file'],
    ['a device', () => symlinkSync('/dev/zero', file), 'is no regular file'],
    [
      'a link to itself',
      () => symlinkSync(file, file),
      'cannot be opened: it is a link, or links lead in a circle (ELOOP)',
    ],
    ['more than the limit', () => writeFileSync(file, 'x'.repeat(101)), 'is larger than 100 bytes'],
    ['Latin-1', () => writeFileSync(file, Buffer.from('ä: b', 'latin1')), 'is not UTF-8 text; save it as UTF-8'],
    [
      'a character cut in two',
      () => writeFileSync(file, Buffer.from('😀').subarray(0, 3)),
      'is not UTF-8 text; save it as UTF-8',
    ],
    [
      'UTF-16',
      () => writeFileSync(file, Buffer.from('\ufeffa: b', 'utf16le')),
      'is not UTF-8 text but UTF-16; save it as UTF-8',
    ],
  ])('says what is wrong with %s', (_what, make, problem) => {
    make();
    expect(readTextFile(file, 100)).toEqual({ kind: 'unreadable', problem });
  });

  it('reads a file of exactly the limit', () => {
    writeFileSync(file, 'x'.repeat(100));
    expect(readTextFile(file, 100)).toMatchObject({ kind: 'text', text: 'x'.repeat(100) });
  });

  it.skipIf(isRoot)(`says that there is no permission${isRoot ? ' [skipped: root may read everything]' : ''}`, () => {
    writeFileSync(file, '', { mode: 0o000 });
    expect(readTextFile(file, 100)).toEqual({
      kind: 'unreadable',
      problem: 'cannot be opened: there is no permission (EACCES)',
    });
  });

  it('tells a file that every user can change', () => {
    writeFileSync(file, '');
    chmodSync(file, 0o666);
    expect(readTextFile(file, 100)).toMatchObject({ exposure: 'can be changed by every user of this machine' });
  });

  it.skipIf(!isRoot)('tells a file of another user [needs root to make one]', () => {
    writeFileSync(file, '');
    chownSync(file, 12345, 12345);
    expect(readTextFile(file, 100)).toMatchObject({ exposure: 'belongs to another user (id 12345)' });
  });

  it('answers the real path of a folder, and null for none', () => {
    symlinkSync(folder, join(folder, 'link'));
    expect(realFolder(join(folder, 'link'))).toBe(folder);
    expect(realFolder(join(folder, 'absent'))).toBeNull();
  });
});

describe('writing a file', () => {
  it('writes a new one and leaves one that is there as it is', () => {
    expect(writeNewFile(file, 'first')).toBe(true);
    expect(writeNewFile(file, 'second')).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('first');
  });

  it('never writes through a link', () => {
    symlinkSync(join(folder, 'target'), file);
    expect(writeNewFile(file, 'x')).toBe(false);
    replacePrivateFile(file, 'y');
    expect(readdirSync(folder)).toEqual(['file.yaml']);
    expect(readFileSync(file, 'utf8')).toBe('y');
  });

  it('replaces a private file, closed to others, and leaves no draft', () => {
    writeFileSync(file, 'old', { mode: 0o644 });
    replacePrivateFile(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(folder)).toEqual(['file.yaml']);
  });

  it('says why a file cannot be written, and leaves no draft', () => {
    mkdirSync(file);
    expect(() => replacePrivateFile(file, 'x')).toThrow(/file\.yaml cannot be written: it is a folder \(EISDIR\)/);
    expect(() => writeNewFile(join(folder, 'absent', 'file'), 'x')).toThrow(
      /absent\/file cannot be written: it is not there \(ENOENT\)/,
    );
    expect(readdirSync(folder)).toEqual(['file.yaml']);
  });
});

describe('locations', () => {
  const HOME = '/home/ann';

  it.each([
    [{ HOME }, '/home/ann/.gatehouse'],
    [{ HOME, GATEHOUSE_HOME: '' }, '/home/ann/.gatehouse'],
    [{ HOME, GATEHOUSE_HOME: '/srv/gate/../g' }, '/srv/g'],
    [{ HOME, GATEHOUSE_HOME: 'here' }, join(process.cwd(), 'here')],
  ])('puts the home of %j at %s', (env, path) => {
    expect(locateHome(env)).toBe(path);
  });

  it.each([
    [{ HOME }, { path: '/home/ann/.config/gatehouse/config.yaml', isNamed: false, isAlone: false }],
    [
      { HOME, XDG_CONFIG_HOME: '/x' },
      { path: '/x/gatehouse/config.yaml', isNamed: false, isAlone: false },
    ],
    [
      { HOME, XDG_CONFIG_HOME: 'relative' },
      { path: '/home/ann/.config/gatehouse/config.yaml', isNamed: false, isAlone: false },
    ],
    [
      { HOME, GATEHOUSE_CONFIG: '/c.yaml', XDG_CONFIG_HOME: '/x' },
      { path: '/c.yaml', isNamed: true, isAlone: false },
    ],
    [
      { HOME, GATEHOUSE_CONFIG: '/c.yaml', GATEHOUSE_CONFIG_ALONE: '1' },
      { path: '/c.yaml', isNamed: true, isAlone: true },
    ],
    [
      { HOME, GATEHOUSE_CONFIG_ALONE: '1' },
      { path: '/home/ann/.config/gatehouse/config.yaml', isNamed: false, isAlone: false },
    ],
    [
      { HOME, GATEHOUSE_CONFIG: '' },
      { path: '/home/ann/.config/gatehouse/config.yaml', isNamed: false, isAlone: false },
    ],
  ])('looks for the configuration of %j at %j', (env, location) => {
    expect(locateConfig(env)).toEqual(location);
  });

  it('asks the system for the folder of the user where HOME is not set', () => {
    expect(userFolder({})).toMatch(/^\/./);
  });
});
