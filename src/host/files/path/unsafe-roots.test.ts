import { expect, it } from 'vitest';
import { unsafeRoot } from './unsafe-roots.ts';

const home = ['/home/ann'];

it.each([
  '/',
  '/etc',
  '/usr',
  '/home',
  '/home/ann',
  '/home/ann/.ssh',
  '/home/ann/.ssh/keys',
  '/home/ann/.config/gh',
  '/srv/.aws',
])('%s is no root', (path) => {
  expect(unsafeRoot(path, home)).not.toBeNull();
});

it.each(['/home/ann/work', '/home/annabel/work', '/srv/app', '/tmp/work', '/etc/nginx', '/home/ann/.cursor/worktree'])(
  '%s may be a root',
  (path) => {
    expect(unsafeRoot(path, home)).toBeNull();
  },
);
