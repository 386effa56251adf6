// The one registry: what tools exist. Writes are serial and publish whole states; reads take no lock and copy nothing.
import type {
  EffectivePolicy,
  HandlerLoader,
  PolicySpec,
  Tool,
  ToolFilter,
  ToolKind,
  Trust,
} from '../../contract/index.ts';
import { resolvePolicy } from '../trust/resolve-policy.ts';
import { checkNames } from './check-names.ts';
import { checkTool, fail } from './check-tool.ts';
import { filterTools } from './filter.ts';
import { frozenCopy } from './frozen-copy.ts';
import { createHandlers, keepHandlers } from './handlers.ts';
import type { Scopes } from './scopes.ts';
import type { Snapshot } from './snapshot.ts';
import { createToolTable } from './tool-table.ts';

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
  /**
   * Removes a kind, or those of it whose origin matches, and adds `replacement`, all in one state. Answers how many were removed. Throws as
   * `register` does, also for what is not of that kind and origin and the next swap would leave behind; then nothing changed.
   */
  swap(kind: ToolKind, match: OriginMatch, replacement: readonly Registration[]): number;
  /** By name or alias, past every filter. The hot path. */
  find(name: string): Tool | undefined;
  /** In order of name. Hidden tools only with `includeHidden`. */
  list(filter?: ToolFilter): readonly Tool[];
  resolvePolicy(trust: Trust | null | '', policy?: PolicySpec): EffectivePolicy;
  /** Asks the owner of a kind to bring its tools anew. Kinds without an owner have nothing to do. */
  refresh(kind: ToolKind): Promise<void>;
  snapshot(): Snapshot;
  /** From now on these profiles narrow what callers may see and use. */
  scope(scopes: Scopes): void;
  /** Called after every change; must not throw. Answers how to stop. */
  onChange(listener: () => void): () => void;
}

export interface RegistryDeps {
  readonly isKnownMode: (mode: string) => boolean;
  /** Descriptions that were checked when Gatehouse was built: they are taken as they are. Default none. */
  readonly proven?: ReadonlySet<Tool>;
  /** Who brings the tools of a kind anew. */
  readonly refreshers?: Partial<Record<ToolKind, () => Promise<void>>>;
}

export function createRegistry({ isKnownMode, refreshers, proven }: RegistryDeps): Registry {
  const handlers = createHandlers();
  const table = createToolTable();
  const listeners = new Set<() => void>();

  /** Everything that can fail comes before the first entry leaves. */
  function change(leaving: readonly Tool[], arriving: readonly Arrival[]): void {
    const tools = arriving.map(({ tool }) => tool);
    checkNames(tools, { leaving, holderOf: table.find });
    for (const { tool, loader } of arriving) handlers.put(tool, loader);
    table.change(leaving, tools);
    tell();
  }

  /** A copy: one that listens anew while it is told is not told again. */
  function tell(): void {
    const told = new Set(listeners);
    for (const listener of told) listener();
  }

  const arrival = ({ tool, loader }: Registration): Arrival => ({
    tool: proven?.has(tool) === true ? frozenCopy(tool) : checkTool(tool, isKnownMode),
    loader,
  });

  const registry: Registry = {
    register(entry) {
      change([], [arrival(entry)]);
    },
    unregister(name) {
      const tool = table.own(name);
      if (tool === undefined) return false;
      change([tool], []);
      return true;
    },
    swap(kind, match, replacement) {
      const isMeant = (tool: Tool) => tool.kind === kind && matches(tool, match);
      const arriving = replacement.map(arrival);
      const stray = arriving.find(({ tool }) => !isMeant(tool));
      if (stray !== undefined) fail(stray.tool, 'it is not of the kind and origin that are swapped');
      const leaving = [...table.tools()].filter(isMeant);
      change(leaving, arriving);
      return leaving.length;
    },
    find: table.find,
    list: (filter = {}) => filterTools(table.snapshot(), filter),
    resolvePolicy,
    async refresh(kind) {
      await refreshers?.[kind]?.();
    },
    snapshot: table.snapshot,
    scope(scopes) {
      table.scope(scopes);
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  keepHandlers(registry, handlers);
  return registry;
}

/** Checked, and its description frozen. */
type Arrival = Registration;

function matches(tool: Tool, match: OriginMatch): boolean {
  const { source, owner, family } = tool.origin;
  return (
    (match.source === undefined || match.source === source) &&
    (match.owner === undefined || match.owner === owner) &&
    (match.family === undefined || match.family === family)
  );
}
