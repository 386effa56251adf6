// The tools of one snapshot that one caller may know of: what descriptions, searches, reports and presentations are made from.
import type { Caller, Tool } from '../../contract/index.ts';
import { nearNames } from '../../text/index.ts';
import { isVisible } from '../registry/filter.ts';
import type { Snapshot } from '../registry/snapshot.ts';

const mostNear = 3;
/** A tool may be near by several of its names. */
const aliasesEach = 4;

export interface SeenTools {
  /** In order of name. */
  all(): readonly Tool[];
  /** How many of them a list may hold; null for all. */
  readonly most: number | null;
  /** By name or alias; what may not be seen is not there. */
  find(name: string): Tool | undefined;
  /** Names of tools that are called or spelled nearly so, by their names or aliases; each once. */
  near(name: string): readonly string[];
}

export function seenTools(snapshot: Snapshot, caller: Caller): SeenTools {
  let seen: readonly Tool[] | null = null;
  const all = () => (seen ??= snapshot.all().filter((tool) => isVisible(tool, caller, snapshot.scopes)));
  return {
    all,
    most: snapshot.scopes.mostTools(caller),
    find(name) {
      const tool = snapshot.find(name);
      return tool !== undefined && isVisible(tool, caller, snapshot.scopes) ? tool : undefined;
    },
    near(name) {
      const owners = new Map<string, string>();
      for (const tool of all()) for (const own of [...tool.aliases, tool.name]) owners.set(own, tool.name);
      const near = nearNames(name, owners.keys(), mostNear * aliasesEach).map((own) => owners.get(own) ?? own);
      return [...new Set(near)].slice(0, mostNear);
    },
  };
}
