// `npm test`: sets up what tests need and runs them all; arguments go to vitest.
import { join } from 'node:path';
import { installSystemPackages } from './system-packages.mjs';
import { fetchProgramManifests } from './program-manifests.mjs';
import { become, fail, prepare, root } from './setup.mjs';

try {
  await prepare();
  await installSystemPackages();
  await fetchProgramManifests();
  become([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)], { cwd: root });
} catch (error) {
  fail(error);
}
