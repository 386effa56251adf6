import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findProgram } from './find-program.ts';

it('finds what the system would start, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-find-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);
  for (const name of ['a', 'b', 'work']) mkdirSync(at(name));
  writeFileSync(at('a/plain'), '');
  writeFileSync(at('b/plain'), '');
  writeFileSync(at('work/here'), '');
  for (const name of ['b/plain', 'work/here']) chmodSync(at(name), 0o755);
  mkdirSync(at('a/folder'));
  symlinkSync(at('gone'), at('a/dangling'));
  const place = { path: `relative::${at('a')}:${at('b')}`, directory: at('work') };
  expect(await findProgram('plain', place)).toBe(at('b/plain'));
  expect(await findProgram('./here', place)).toBe(at('work/here'));
  expect(await findProgram(at('b/plain'), place)).toBe(at('b/plain'));
  for (const name of ['here', 'folder', 'dangling', 'gone', './gone', '', `${'x'.repeat(5000)}`, 'a\0b'])
    expect(await findProgram(name, place), name).toBeNull();
});
