// The state of the registry: which name means which tool. A change publishes a whole state; readers take no lock and copy nothing.
import type { Tool } from '../../contract/index.ts';
import { noScopes, type Scopes } from './scopes.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';

export interface ToolTable {
  /** By name or alias. The hot path. */
  find(name: string): Tool | undefined;
  /** By name alone. */
  own(name: string): Tool | undefined;
  tools(): Iterable<Tool>;
  /** In one state. Names must be free: nothing here can fail. */
  change(leaving: readonly Tool[], arriving: readonly Tool[]): void;
  snapshot(): Snapshot;
  scope(scopes: Scopes): void;
}

export function createToolTable(): ToolTable {
  // Maps, so that `constructor` and `__proto__` are names like others.
  let tools = new Map<string, Tool>();
  let aliases = new Map<string, Tool>();
  let scopes = noScopes;
  let published: Snapshot | null = null;

  /** Bulk registration copies nothing: maps are cloned only when somebody holds the state they belong to. */
  function unshare(): void {
    if (published === null) return;
    tools = new Map(tools);
    aliases = new Map(aliases);
    published = null;
  }

  return {
    find: (name) => tools.get(name) ?? aliases.get(name),
    own: (name) => tools.get(name),
    tools: () => tools.values(),
    change(leaving, arriving) {
      unshare();
      for (const tool of leaving) {
        tools.delete(tool.name);
        for (const alias of tool.aliases) aliases.delete(alias);
      }
      for (const tool of arriving) {
        tools.set(tool.name, tool);
        for (const alias of tool.aliases) aliases.set(alias, tool);
      }
    },
    snapshot() {
      published ??= createSnapshot(tools, aliases, scopes);
      return published;
    },
    scope(given) {
      unshare();
      scopes = given;
    },
  };
}
