// find: its tests and the actions that print. Other actions delete, run programs or write files.
import type { ShellWord } from '../read/script.ts';
import { reads, unlisted, type Harmless } from './harmless.ts';

const alone = new Set(
  (
    '( ) ! , -a -and -o -or -not -print -print0 -ls -prune -quit -true -false -empty -readable -writable -executable -depth -d -mount -xdev ' +
    '-daystart -noleaf -nouser -nogroup -ignore_readdir_race -noignore_readdir_race -help -version'
  ).split(' '),
);
const withValue = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -used -user -group -uid -gid -perm -links -inum -fstype -printf -context'
  ).split(' '),
);
const withFile = /^-(?:newer(?:[aBcm][aBcmt])?|anewer|cnewer|samefile)$/;

export function findCheck(words: readonly ShellWord[]): Harmless {
  const first = words.findIndex((word) => !/^-[HP]$/.test(word.value));
  const given = first < 0 ? [] : words.slice(first);
  const end = given.findIndex((word) => !isStart(word));
  const starts = end < 0 ? given : given.slice(0, end);
  const files = end < 0 ? [] : filesOfTests(given.slice(end));
  const paths = [...starts, ...(files ?? [])];
  const isUnknown = files === null || paths.some(({ kind }) => kind === 'open' || kind === 'text');
  return isUnknown ? unlisted : reads(paths);
}

/** The files that tests compare with; null where one of them is not listed. */
function filesOfTests(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const files: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word?.kind !== 'plain') return null;
    if (alone.has(word.value)) continue;
    const value = words[at + 1];
    const isFile = withFile.test(word.value);
    if (value?.kind !== 'plain' || !(isFile || withValue.has(word.value))) return null;
    if (isFile) files.push(value);
    at += 1;
  }
  return files;
}

function isStart(word: ShellWord): boolean {
  if (/^[-(!,]/.test(word.value)) return false;
  return word.kind !== 'glob' || /^[\w./]/.test(word.source);
}
