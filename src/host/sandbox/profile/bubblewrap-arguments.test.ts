import { expect, it } from 'vitest';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';

it('shows what of the system lies below the scratch folder, which is mounted before it', () => {
  const node = '/tmp/app/node/bin/node';
  const words = bubblewrapArguments(
    {
      inside: { uid: 1000, gid: 1000 },
      system: { folders: ['/usr', node], links: [] },
      standIns: { etc: '/x/etc', emptyFile: '/x/file', emptyFolder: '/x/folder' },
      roots: [],
      protectedEntries: [],
      homeFolder: null,
      environment: {},
      directory: '/',
      processTable: 'new',
      isRootOutside: false,
      more: [],
    },
    { seccomp: 3, status: 4 },
  )
    .toString()
    .split('\0');
  const scratch = words.findIndex((word, at) => word === '/tmp' && words[at - 1] === '--tmpfs');
  expect(scratch).toBeGreaterThan(0);
  expect(words.indexOf(node)).toBeGreaterThan(scratch);
});
