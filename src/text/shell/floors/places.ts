// Which places words mean: whole trees, files of the system, devices.
import type { ShellWord } from '../read/script.ts';

export interface Surroundings {
  /** The real directory in which the command runs. */
  readonly directory: string;
  /** The person's home, for `~`, `$HOME` and `${HOME}`. */
  readonly home: string;
}

const systemFolders = new Set(
  'bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys usr var Users System Library Applications Volumes private'.split(
    ' ',
  ),
);
/** Where a write changes the machine and not the work. */
const systemFile =
  /^\/(?:etc|boot|proc|sys|bin|sbin|lib\d*|usr\/(?:s?bin|lib\d*)|var\/spool\/cron|root\/\.ssh|System|Library)\//;
/** Disks by all their names, and memory. */
const device =
  /^\/dev\/(?:[hsv]d[a-z]|xvd|nvme|mmcblk|loop\d|dm-|md\d|zd\d|nbd\d|ram\d|sr\d|mtd|r?disk\d|(?:disk|mapper|md|block)\/|(?:mem|kmem|port|nvram)$)/;

/** The path that a word means, with the spellings of the home resolved, and `.` and `..`. */
export function absolutePath(word: string, { directory, home }: Surroundings): string {
  if (!/[~$]/.test(word)) return normalPath(word.startsWith('/') ? word : `${directory}/${word}`);
  const withHome = word
    .replace(/^~(?=\/|$)/, () => home)
    .replaceAll(/\$(?:HOME\b|\{HOME(?:[^\w}][^}]{0,64})?\})/g, () => home);
  return normalPath(withHome.startsWith('/') ? withHome : `${directory}/${withHome}`);
}

/** Empty names, `.` and `..`. */
const abnormal = /\/\.{0,2}(?:\/|$)/;

function normalPath(path: string): string {
  if (!abnormal.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** The root, a folder of the system, the home or what holds it; `dir/*` and `dir/.[!.]*` are as good as `dir`, `~root` is a home like `~`. */
export function isWholeTree({ kind, value }: ShellWord, surroundings: Surroundings): boolean {
  const folder = `/${value}`.replace(/\/(?:\.?(?:[*?]|\[[^\]]+\])*\*|\.|\{,\.\}\*)$/, '/').slice(1);
  const { home } = surroundings;
  const path = /^~[\w-]+\/?$/.test(folder) ? home : absolutePath(folder, surroundings);
  if (path === '/' || path === home || home.startsWith(`${path}/`)) return true;
  const names = path.split('/').filter((name) => name !== '');
  // `/u*` is some of them.
  if (names.length === 1 && kind === 'glob' && /[*?[]/.test(path)) return true;
  return names.length === 1 && systemFolders.has(names[0] ?? '');
}

/** These two of an absolute path. */
export function isSystemFile(path: string): boolean {
  // As a folder too: what is copied to it lies in it.
  return systemFile.test(`${path}/`);
}

export function isDevice(path: string): boolean {
  return device.test(path);
}
