import {
  chmodSync,
  lstatSync,
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
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { changeForeignFile, readForeignFile } from './foreign-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-foreign-'));
  path = join(folder, 'settings.json');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

it('keeps the byte order mark and the permissions of what it changes', () => {
  writeFileSync(path, '\ufeff{ }');
  chmodSync(path, 0o640);
  const before = readForeignFile(path);
  expect(before.text).toBe('{ }');
  changeForeignFile(before, '{"a":1}');
  expect(readFileSync(path, 'utf8')).toBe('\ufeff{"a":1}');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it('writes through a link', () => {
  const target = join(folder, 'dotfiles.json');
  writeFileSync(target, '{}');
  symlinkSync(target, path);
  changeForeignFile(readForeignFile(path), '[]');
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('[]');
});

it('makes a file that is not there, and the folder it lies in, for the owner alone', () => {
  const deep = join(folder, 'a', 'b.json');
  const before = readForeignFile(deep);
  expect(before.text).toBeNull();
  changeForeignFile(before, '{}');
  expect(statSync(deep).mode & 0o777).toBe(0o600);
});

it.each([
  ['was changed since it was read', () => writeFileSync(path, '{"other":1}'), /changed by another program/],
  ['is read-only', () => chmodSync(path, 0o444), /read-only/],
  ['is gone', () => rmSync(path), /changed by another program/],
])('leaves a file alone that %s', (_what, meanwhile, message) => {
  writeFileSync(path, '{}');
  const before = readForeignFile(path);
  meanwhile();
  const now = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(() => changeForeignFile(before, '[]')).toThrow(message);
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(now);
});

it('reads no file that everybody can change, and none that is no text', () => {
  writeFileSync(path, '{}');
  chmodSync(path, 0o666);
  expect(() => readForeignFile(path)).toThrow(/can be changed by every user/);
  chmodSync(path, 0o600);
  writeFileSync(path, Buffer.from([0xff, 0xfe, 0x7b, 0]));
  expect(() => readForeignFile(path)).toThrow(/UTF-16/);
});
