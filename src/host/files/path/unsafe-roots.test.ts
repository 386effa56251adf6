import { expect, it } from 'vitest';
import { unsafeRoot, unsafeTree } from './unsafe-roots.ts';

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

const closed =
  '/etc/nginx /usr/share/doc /var/lib/x /Library/x /home/grace /proc/1 /Private/etc/x /mnt /media /mnt/c /mnt/c/Users /mnt/c/Users/Grace /var/home /var/home/grace';

it.each(closed.split(' '))('%s is not opened on request', (path) => expect(unsafeTree(path)).not.toBeNull());

it.each([
  '/srv/app',
  '/var/www/site',
  '/home/grace/code',
  '/mnt/data',
  '/mnt/c/Users/grace/code',
  '/media/disk',
  '/opt/x',
  '/etcetera',
])('%s may be', (path) => {
  expect(unsafeTree(path)).toBeNull();
});
