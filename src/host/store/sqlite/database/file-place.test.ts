import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFilePlace } from './file-place.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each<[string, (file: string) => void]>([
  ['removed', (file) => rmSync(file)],
  ['moved', (file) => renameSync(file, `${file}.old`)],
  [
    'replaced',
    (file) => {
      writeFileSync(`${file}.new`, 'other');
      renameSync(`${file}.new`, file);
    },
  ],
])('a file that was %s is not the one that was opened', async (_what, change) => {
  const file = join(folder, 'a.db');
  writeFileSync(file, 'content');
  const place = createFilePlace(file);
  await setTimeout(220);
  place.prove();
  change(file);
  await setTimeout(220);
  expect(() => place.prove()).toThrow('was moved, removed or replaced');
  expect(() => place.prove()).toThrow('was moved, removed or replaced');
});
