// The one registry: what tools exist. Writes are serial and publish whole states; reads take no lock and copy nothing.
import {
  CapabilityError,
  type EffectivePolicy,
  type HandlerLoader,
  type PolicySpec,
  type Tool,
  type ToolFilter,
  type ToolKind,
  type Trust,
} from '../../contract/index.ts';
import { resolvePolicy } from '../trust/resolve-policy.ts';
import { checkTool } from './check-tool.ts';
import { filterTools } from './filter.ts';
import { createHandlers, keepHandlers } from './handlers.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';

export interface Registration {
  readonly tool: Tool;
  readonly loader: HandlerLoader;
}

/** What an entry's origin must say to be meant: every given key must be equal. */
export interface OriginMatch {
  readonly source?: string;
  readonly owner?: string;
  readonly family?: string;
}

export interface Registry {
  /** Throws `duplicate_name` with the name in its details, `invalid_tool` or `unknown_mode`; then nothing changed. */
  register(entry: Registration): void;
  /** False when there was none of that name. */
  unregister(name: string): boolean;
  /** Removes a kind, or those of it whose origin matches, and adds `replacement`, all in one state. Answers how many were removed. */
  swap(kind: ToolKind, match: OriginMatch, replacement: readonly Registration[]): number;
  /** By name or alias, past every filter. The hot path. */
  find(name: string): Tool | undefined;
  /** In order of name. Hidden tools only with `includeHidden`. */
  list(filter?: ToolFilter): readonly Tool[];
  resolvePolicy(trust: Trust | null | '', policy?: PolicySpec): EffectivePolicy;
  /** Asks the owner of a kind to bring its tools anew. Kinds without an owner have nothing to do. */
  refresh(kind: ToolKind): Promise<void>;
  snapshot(): Snapshot;
  /** Called after every change. Answers how to stop. */
  onChange(listener: () => void): () => void;
}

export interface RegistryDeps {
  readonly isKnownMode: (mode: string) => boolean;
  /** Who brings the tools of a kind anew. */
  readonly refreshers?: Partial<Record<ToolKind, () => Promise<void>>>;
}

export function createRegistry(deps: RegistryDeps): Registry {
  const handlers = createHandlers();
  let tools = new Map<string, Tool>();
  let aliases = new Map<string, Tool>();
  let published: Snapshot | null = null;
  const listeners = new Set<() => void>();

  /** Bulk registration copies nothing: maps are cloned only when somebody holds the state they belong to. */
  function unshare(): void {
    if (published === null) return;
    tools = new Map(tools);
    aliases = new Map(aliases);
    published = null;
  }

  function add(entry: Registration): void {
    const tool = deepFreeze(structuredClone(entry.tool));
    tools.set(tool.name, tool);
    for (const alias of tool.aliases) aliases.set(alias, tool);
    handlers.put(tool, entry.loader);
  }

  function drop(tool: Tool): void {
    tools.delete(tool.name);
    for (const alias of tool.aliases) aliases.delete(alias);
  }

  function snapshot(): Snapshot {
    published ??= createSnapshot(tools, aliases);
    return published;
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }

  const registry: Registry = {
    register(entry) {
      checkTool(entry.tool, deps.isKnownMode);
      refuseDuplicate(entry.tool, (name) => tools.has(name) || aliases.has(name));
      unshare();
      add(entry);
      changed();
    },
    unregister(name) {
      const tool = tools.get(name);
      if (tool === undefined) return false;
      unshare();
      drop(tool);
      changed();
      return true;
    },
    swap(kind, match, replacement) {
      const leaving = [...tools.values()].filter((tool) => tool.kind === kind && matches(tool, match));
      checkFamily(replacement, leaving, (name) => tools.get(name) ?? aliases.get(name), deps.isKnownMode);
      unshare();
      leaving.forEach(drop);
      replacement.forEach(add);
      changed();
      return leaving.length;
    },
    find: (name) => tools.get(name) ?? aliases.get(name),
    list: (filter = {}) => filterTools(snapshot(), filter),
    resolvePolicy,
    async refresh(kind) {
      await deps.refreshers?.[kind]?.();
    },
    snapshot,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  keepHandlers(registry, handlers);
  return registry;
}

/** Everything is checked before the first entry leaves: readers never see half a family. */
function checkFamily(
  family: readonly Registration[],
  leaving: readonly Tool[],
  holderOf: (name: string) => Tool | undefined,
  isKnownMode: (mode: string) => boolean,
): void {
  const gone = new Set(leaving);
  const seen = new Set<string>();
  for (const { tool } of family) {
    checkTool(tool, isKnownMode);
    refuseDuplicate(tool, (name) => {
      const holder = holderOf(name);
      return seen.has(name) || (holder !== undefined && !gone.has(holder));
    });
    for (const name of [tool.name, ...tool.aliases]) seen.add(name);
  }
}

function refuseDuplicate(tool: Tool, isTaken: (name: string) => boolean): void {
  const own = new Set<string>();
  for (const name of [tool.name, ...tool.aliases]) {
    if (isTaken(name) || own.has(name)) {
      throw new CapabilityError('duplicate_name', `The name ${JSON.stringify(name)} is taken by another tool.`, {
        details: { name, tool: tool.name },
      });
    }
    own.add(name);
  }
}

function matches(tool: Tool, match: OriginMatch): boolean {
  const { source, owner, family } = tool.origin;
  return (
    (match.source === undefined || match.source === source) &&
    (match.owner === undefined || match.owner === owner) &&
    (match.family === undefined || match.family === family)
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
