// The tools of one snapshot that one caller may know of: what descriptions, searches, reports and presentations are made from.
import type { Caller, Tool } from '../../contract/index.ts';
import { isVisible } from '../registry/filter.ts';
import type { Snapshot } from '../registry/snapshot.ts';

export interface SeenTools {
  /** In order of name. */
  all(): readonly Tool[];
  /** By name or alias; what may not be seen is not there. */
  find(name: string): Tool | undefined;
  /** Names and aliases. */
  names(): Iterable<string>;
}

export function seenTools(snapshot: Snapshot, caller: Caller): SeenTools {
  let seen: readonly Tool[] | null = null;
  const all = () => (seen ??= snapshot.all().filter((tool) => isVisible(tool, caller)));
  return {
    all,
    find(name) {
      const tool = snapshot.find(name);
      return tool !== undefined && isVisible(tool, caller) ? tool : undefined;
    },
    *names() {
      for (const tool of all()) yield* [tool.name, ...tool.aliases];
    },
  };
}
