// A file of its own: the package looks for its program once, when it is first loaded.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runForTest } from '../../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../../test/fixtures/file-world.ts';
import { contentSearch } from '../content-search.ts';
import { globSearch } from '../glob-search.ts';

let world: World;

beforeEach(async () => {
  // By this the package chooses its program: there is none for such a system.
  vi.stubEnv('npm_config_arch', 'none');
  world = await openWorld(runForTest);
  world.write('a.txt', 'needle');
});
afterEach(() => world.close());

const clear = {
  code: 'process_failed',
  message:
    'ripgrep, which searches files, is missing for this system. Install Gatehouse again, with its optional packages.',
};

it('searching says that ripgrep is missing and what to do', async () => {
  await expect(world.run(contentSearch, { pattern: 'needle' })).rejects.toMatchObject(clear);
  await expect(world.run(globSearch, { pattern: '*.txt' })).rejects.toMatchObject(clear);
});
