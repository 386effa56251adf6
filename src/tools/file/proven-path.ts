// The proof for a path argument, which the guard `paths` gives with every call.
import type { ConfinedPath } from '../../contract/index.ts';

/** A call that reaches a tool without its proof was composed wrongly: a fault, not an answer. */
export function provenPath(
  context: { readonly paths: Readonly<Record<string, ConfinedPath>> },
  pointer: string,
): ConfinedPath {
  const path = context.paths[pointer];
  if (path === undefined) throw new Error(`${pointer} came without a proof that it was checked.`);
  return path;
}
