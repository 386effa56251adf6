// Fails when a generated file is not what its generator writes now. On CI the comparison is with what was committed, because the
// build there has run the generators already.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, generate, root } from './setup.mjs';

const folders = ['src', 'docs'].filter((folder) => existsSync(join(root, folder)));

function snapshot() {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return new Map(files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]));
}

function changedSinceCommit() {
  if (!process.env.CI || !existsSync(join(root, '.git'))) return [];
  const status = spawnSync('git', ['status', '--porcelain', '--', ...folders], { cwd: root, encoding: 'utf8' });
  return status.stdout.split('\n').filter((line) => line !== '');
}

try {
  const before = snapshot();
  await generate();
  const changed = [...snapshot()].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
  const stale = [...changed, ...changedSinceCommit()];
  if (stale.length > 0) {
    console.error(
      `These files were not what their generator writes; commit what it has written now:\n  ${stale.join('\n  ')}`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  fail(error);
}
