// After a program: what it put under a protected name is moved aside, so that no other program reads or runs it there.
import { readFileSync, readdirSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { randomHex } from '../../../text/index.ts';
import { systemCode } from '../../files/path/system-code.ts';
import type { ProtectedEntry } from './scan-protected.ts';

/** What lies in there is run as it is by whoever uses it, whatever its name; and packages bring such names. */
const dependencyFolder = /\/(?:node_modules|site-packages|dist-packages)\//;

/** Moves what is in `after` and was not in `before`, and says of each where it is. A rename that fails is said too. */
export function quarantine(before: readonly ProtectedEntry[], after: readonly ProtectedEntry[]): readonly string[] {
  const known = new Set(before.map(({ id }) => id));
  const places = new Set(before.filter(({ isLink }) => !isLink).map(placeOf));
  return after.flatMap((entry) => {
    const { path } = entry;
    // Bytes: a folder whose name is no text, or that is closed, is hidden from every program.
    if (typeof path !== 'string' || entry.protection === 'pinned' || known.has(entry.id)) return [];
    // A mount stood there, in that same folder, and cannot be replaced from inside: somebody else did.
    if (places.has(placeOf(entry))) return [];
    if (dependencyFolder.test(path) || isOfFreshRepository(entry)) return [];
    return [moveAside(path)];
  });
}

function placeOf({ folderId, path }: ProtectedEntry): string {
  return `${folderId} ${String(path)}`;
}

function moveAside(path: string): string {
  const aside = `${path}.quarantined-${randomHex(3)}`;
  try {
    renameSync(path, aside);
    return `${path} was made by the command under a protected name, and moved to ${basename(aside)}. If it is wanted, a person renames it.`;
  } catch (cause) {
    const why = systemCode(cause) ?? 'unknown error';
    return `${path} was made by the command under a protected name and could not be moved away (${why}). Look at it before you run anything there.`;
  }
}

/** What `git init` writes: a repository is no danger before somebody sets a program in it. */
function isOfFreshRepository({ path, isLink, isDirectory }: ProtectedEntry): boolean {
  if (typeof path !== 'string' || isLink) return false;
  try {
    if (path.endsWith('/hooks') && isDirectory) {
      return readdirSync(path, { withFileTypes: true }).every((hook) => hook.isFile() && hook.name.endsWith('.sample'));
    }
    return path.endsWith('/config') && !isDirectory && isPlainConfig(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

const plainLine =
  /^\s*(?:\[core\]|(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks) = (?:true|false|0))?\s*$/;

function isPlainConfig(text: string): boolean {
  return text.length < 1_000 && text.split('\n').every((line) => plainLine.test(line));
}
