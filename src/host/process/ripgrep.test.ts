import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ripgrepPath } from './ripgrep.ts';

it('is found where it was installed', async () => {
  expect(await ripgrepPath()).toMatch(/\/rg$/);
});

it.each([
  ['is missing', 'ENOENT', null],
  ['may not be run', 'EACCES', 0o644],
])('says so when it %s', async (...[, code, mode]) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rg-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rg');
  if (mode !== null) writeFileSync(path, '', { mode });
  await expect(ripgrepPath(async () => path)).rejects.toMatchObject({
    code: 'process_failed',
    message: `ripgrep, which searches files, cannot be run (${code}: ${path}). Install Gatehouse again, with its optional packages.`,
  });
});
