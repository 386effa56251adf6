// Which names in a root a sandboxed program may not see or change, judged by the same rules as the file tools.
import { credentialPlaces, protectedReason } from '../../files/path/protected-names.ts';
import type { FindZone } from '../../files/path/write-zones.ts';
import { gitMetadata } from './git-metadata.ts';
import type { Judged } from './protection.ts';

export interface EntryQuestion {
  /** The names below the root that holds it, outermost first. */
  readonly names: readonly string[];
  readonly path: string;
  readonly isDirectory: boolean;
}

const places = credentialPlaces.map((place) => place.split('/'));
/** Of how many names a protected place is made. */
const mostNames = Math.max(...places.map((names) => names.length));
/** Folders whose own name is harmless and that hold a secret of that name: under another one nothing would hide it any more. */
const pinnedFolders = new Set(
  places.flatMap((names) => names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))),
);

function isPinned(last: readonly string[]): boolean {
  const folded = last.map((name) => name.toLowerCase());
  return folded.some((_, at) => pinnedFolders.has(folded.slice(at).join('/')));
}

const nothing: Judged = { protection: null, descend: true };

/** `findZone` is null where the operator names no zone in which writing is refused or asked about. */
export function createEntryJudge(findZone: FindZone | null): (question: EntryQuestion) => Judged {
  return ({ names, path, isDirectory }) => {
    const inGit = gitMetadata(names, isDirectory);
    if (inGit !== null) return inGit;
    // What lies above was judged before.
    const last = names.slice(-mostNames);
    if (protectedReason(last, { writing: true, leafIsDirectory: isDirectory }) !== null) {
      const isSecret = protectedReason(last, { writing: false, leafIsDirectory: isDirectory }) !== null;
      return { protection: isSecret ? 'hidden' : 'fixed', descend: false };
    }
    if (isDirectory && isPinned(last)) return { protection: 'pinned', descend: true };
    const zone = findZone?.(names.join('/'), path) ?? null;
    return zone === 'blocked' || zone === 'prompt' ? { protection: 'fixed', descend: false } : nothing;
  };
}
