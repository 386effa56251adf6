// Lists the files of a place that a glob names: as ripgrep sees them, less what the rules of paths would not show.
import type { ConfinedPath } from '../../../contract/index.ts';
import { runRipgrep, type SearchContext, type SearchPlace } from './run-ripgrep.ts';

export interface FileQuery {
  /** Null for all files. */
  readonly glob: string | null;
  readonly includeIgnored: boolean;
  readonly timeoutMs: number;
}

export type FoundFiles =
  | { readonly kind: 'found'; readonly names: readonly string[]; readonly isComplete: boolean }
  | { readonly kind: 'problem'; readonly text: string };

/** Names of some hundred thousand files. */
const maxBytes = 64 * 1024 * 1024;
const atOnce = 128;

/** Relative to the place, sorted. Not yet judged: see `judged`. */
export async function findFiles(context: SearchContext, place: SearchPlace, query: FileQuery): Promise<FoundFiles> {
  if (query.glob === null) return list(context, place, query);
  // A glob of ripgrep brings ignored files back, so that what is ignored is found out apart from it.
  const [matching, visible] = await Promise.all([
    list(context, place, query),
    query.includeIgnored ? null : list(context, place, { ...query, glob: null }),
  ]);
  if (matching.kind === 'problem' || visible === null) return matching;
  if (visible.kind === 'problem') return visible;
  const shown = new Set(visible.names);
  return {
    kind: 'found',
    names: matching.names.filter((name) => shown.has(name)),
    isComplete: matching.isComplete && visible.isComplete,
  };
}

/** Why the glob is none that is taken here; null when it is. */
export function globProblem(glob: string): string | null {
  if (glob.startsWith('!')) return 'A glob that begins with "!" would leave files out. Name the files that are wanted.';
  if (glob.startsWith('/')) return 'A glob is relative: give the directory as path, and the glob below it.';
  if (glob.split('/').includes('..')) return 'A glob does not go up with "..": give the directory as path.';
  return null;
}

/** The option for ripgrep: `./a` is `a`, and `a/` is all below it. */
export function globOption(glob: string): string {
  const plain = glob.replace(/^(?:\.\/+)+/, '');
  return `--glob=${plain.endsWith('/') ? `${plain}**` : plain}`;
}

/** Those of the names that the rules would show, with their proofs, in the same order. */
export async function judged(
  { ports }: SearchContext,
  directory: ConfinedPath,
  names: readonly string[],
): Promise<readonly { readonly name: string; readonly path: ConfinedPath }[]> {
  const allowed: { name: string; path: ConfinedPath }[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    const batch = names.slice(at, at + atOnce);
    const paths = await Promise.all(batch.map((name) => ports.files.within(directory, name)));
    for (const [index, path] of paths.entries()) {
      if (path !== null && path.identity.kind === 'present') allowed.push({ name: batch[index] ?? '', path });
    }
  }
  return allowed;
}

async function list(context: SearchContext, place: SearchPlace, query: FileQuery): Promise<FoundFiles> {
  const answer = await runRipgrep(context, place, {
    options: ['--files', '--null', ...(query.glob === null ? [] : [globOption(query.glob)])],
    includeIgnored: query.includeIgnored,
    maxBytes,
    timeoutMs: query.timeoutMs,
  });
  if (answer.kind === 'problem') return answer;
  const names = new TextDecoder().decode(answer.stdout).split('\0').slice(0, -1);
  // Two names are stuck together where the list was cut: it is one name that is not there.
  const relative = names.map((name) => name.replace(/^\.\//, '')).toSorted();
  return { kind: 'found', names: relative, isComplete: answer.omitted === 0 && !answer.timedOut };
}
