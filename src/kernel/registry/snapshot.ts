// One immutable state of the registry. Readers hold it as long as they like; writers never touch one that was handed out.
import type { Tool } from '../../contract/index.ts';
import type { Scopes } from './scopes.ts';

export interface Snapshot {
  readonly size: number;
  /** What profiles leave to whom. */
  readonly scopes: Scopes;
  /** By name, else by alias. Constant time. */
  find(name: string): Tool | undefined;
  /** All tools in order of name. */
  all(): readonly Tool[];
}

/** The maps are owned by the snapshot from here on: the caller must not change them. */
export function createSnapshot(
  tools: ReadonlyMap<string, Tool>,
  aliases: ReadonlyMap<string, Tool>,
  scopes: Scopes,
): Snapshot {
  let sorted: readonly Tool[] | null = null;
  return Object.freeze({
    size: tools.size,
    scopes,
    find: (name: string) => tools.get(name) ?? aliases.get(name),
    all() {
      sorted ??= Object.freeze([...tools.values()].sort((left, right) => (left.name < right.name ? -1 : 1)));
      return sorted;
    },
  });
}
