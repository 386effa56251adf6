// `npm run check`: every check of this repository, each a script of package.json, all of them even when one fails.
// `npm run check -- --skip=vitest` leaves steps out by name.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fetchProgramManifests } from './program-manifests.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { fail, node24, prepare, root } from './setup.mjs';

const steps = ['generated', 'format:check', 'lint', 'types', 'imports', 'unused', 'decisions', 'vitest', 'package'];

function runStep(name, command) {
  const startedAt = performance.now();
  const path = [dirname(node24), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const result = spawnSync(command, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PATH: path },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const passed = result.status === 0;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!passed) console.log(`       $ ${command}\n${result.stdout}${result.stderr}`);
  return passed;
}

try {
  await prepare();
  await installSystemPackages();
  await fetchProgramManifests();
  const skipped = process.argv.slice(2).flatMap((arg) => /^--skip=(.+)$/.exec(arg)?.[1].split(',') ?? []);
  const unknown = skipped.filter((name) => !steps.includes(name));
  if (unknown.length > 0) throw new Error(`no such step: ${unknown.join(', ')} (steps: ${steps.join(', ')})`);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const failed = steps.filter((name) => !skipped.includes(name)).filter((name) => !runStep(name, scripts[name]));
  console.log(failed.length === 0 ? 'all checks passed' : `failed: ${failed.join(', ')}`);
  if (failed.length > 0) process.exitCode = 1;
} catch (error) {
  fail(error);
}
