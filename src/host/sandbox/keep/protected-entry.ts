// Which names in a root a sandboxed program may not see or change, judged by the same rules as the file tools.
import { protectedReason } from '../../files/path/protected-names.ts';
import type { FindZone } from '../../files/path/write-zones.ts';
import { gitMetadata } from './git-metadata.ts';
import type { Judged } from './protection.ts';

export interface EntryQuestion {
  /** The names below the root that holds it, outermost first. */
  readonly names: readonly string[];
  readonly path: string;
  readonly isDirectory: boolean;
}

/** Folders whose own name is harmless and that hold a protected one. */
const pinnedFolders = new Set(['.config', '.docker', '.codex', '.claude']);

const nothing: Judged = { protection: null, descend: true };

/** `findZone` is null where the operator names no zone in which writing is refused or asked about. */
export function createEntryJudge(findZone: FindZone | null): (question: EntryQuestion) => Judged {
  return ({ names, path, isDirectory }) => {
    const inGit = gitMetadata(names, isDirectory);
    if (inGit !== null) return inGit;
    // No protected place has more than two names, and what lies above was judged before.
    const last = names.slice(-2);
    if (protectedReason(last, { writing: true, leafIsDirectory: isDirectory }) !== null) {
      const isSecret = protectedReason(last, { writing: false, leafIsDirectory: isDirectory }) !== null;
      return { protection: isSecret ? 'hidden' : 'fixed', descend: false };
    }
    if (isDirectory && pinnedFolders.has(last.at(-1) ?? '')) return { protection: 'pinned', descend: true };
    const zone = findZone?.(names.join('/'), path) ?? null;
    return zone === 'blocked' || zone === 'prompt' ? { protection: 'fixed', descend: false } : nothing;
  };
}
