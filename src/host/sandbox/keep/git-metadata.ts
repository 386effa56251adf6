// What of a repository's own folder may be written: git must keep its objects and refs, and nothing may change what programs it runs.
import type { Judged } from './protection.ts';

/** Each names programs, or leads to where such names are read from. */
const runsPrograms: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['.git', new Set(['config', 'config.worktree', 'hooks', 'commondir'])],
  ['.hg', new Set(['hgrc', 'hgrc-not-shared', 'sharedpath'])],
]);

/** Repositories of submodules and of further working trees lie in here, at any depth. */
const nested = new Set(['modules', 'worktrees']);

/** Null for what is no folder of a repository, nor in one. `names` as in a question. */
export function gitMetadata(names: readonly string[], isDirectory: boolean): Judged | null {
  const at = names.findIndex((name) => runsPrograms.has(name));
  if (at === -1) return null;
  const below = names.slice(at + 1);
  const leaf = below.at(-1);
  // A file of that name leads to a repository somewhere else.
  if (leaf === undefined) {
    return isDirectory ? { protection: 'pinned', descend: true } : { protection: 'fixed', descend: false };
  }
  if (runsPrograms.get(names[at] ?? '')?.has(leaf) === true) return { protection: 'fixed', descend: false };
  return { protection: null, descend: isDirectory && nested.has(below[0] ?? '') && leaf !== 'objects' };
}

const markers = ['HEAD', 'objects', 'refs'];

/** A folder with these in it is a repository to git, whatever its name. */
export function isBareRepository(names: ReadonlySet<string>): boolean {
  return markers.every((name) => names.has(name));
}

/** Of a folder that is a repository itself. */
export function runsFromBare(name: string): boolean {
  return runsPrograms.get('.git')?.has(name) === true;
}
