// The scan for protected names, over real folders.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEntryJudge } from './protected-entry.ts';
import { createProtectedScan } from './scan-protected.ts';

const isRoot = process.getuid?.() === 0;

it.each([0o000, 0o444, 0o111])('finds a folder whole that its owner closed: mode %i', async (mode) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-scan-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  chmodSync(root, 0o755);
  const sub = join(root, 'sub');
  mkdirSync(sub);
  writeFileSync(join(sub, '.env'), 'hidden');
  const { scan } = createProtectedScan({ judge: createEntryJudge(null), isOwnPlace: () => false });
  expect(await scan(root)).toMatchObject([{ path: join(sub, '.env'), protection: 'hidden' }]);
  chmodSync(sub, mode);
  // Nothing is closed to root.
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(await scan(root)).toMatchObject([{ path: Buffer.from(sub), protection: 'hidden', isDirectory: true }]);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(sub, 0o755);
  }
});
