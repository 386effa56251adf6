// All configured MCP servers: taken up from the configuration, swapped when it changes, listed, reviewed and accepted.
import {
  CapabilityError,
  type JsonObject,
  type LockReport,
  type ServerReview,
  type ServerView,
} from '../../contract/index.ts';
import type { ServerSpec } from '../../sources/index.ts';
import { nearNames } from '../../text/index.ts';
import type { ConfiguredServer, ServerNeeds } from './configured-server.ts';
import { refuseFrozen } from './lock/frozen.ts';
import { createLoginDesk, type LoginDesk } from './login/login-desk.ts';

export interface ServerDesk extends Pick<LoginDesk, 'beginLogin' | 'endLogin' | 'logout'> {
  /** Swaps the servers that differ; those that do not keep their connections. */
  use(specs: readonly ServerSpec[]): Promise<void>;
  /** From now on the accepted ones are connected in the background. */
  keep(): void;
  /** For whoever may call: names, states and numbers, and nothing that a server said. */
  reports(): readonly JsonObject[];
  /** As they stand. Looks at nothing. */
  views(): readonly ServerView[];
  /** Looks at what each would run, and starts nothing. */
  list(): Promise<readonly ServerView[]>;
  review(name: string): Promise<ServerReview>;
  accept(name: string, digest: string, by: string): Promise<ServerView>;
  /** Writes what is accepted into the lock files. */
  lock(): LockReport;
  /** Connects the accepted ones anew. Never rejects: how each stands then is in the list. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function createServerDesk(needs: ServerNeeds): ServerDesk {
  let servers: Servers = new Map();
  let isKept = false;
  let turn: Promise<void> = Promise.resolve();

  async function take(specs: readonly ServerSpec[]): Promise<void> {
    servers = await swapped(servers, specs, needs);
    if (isKept) for (const server of servers.values()) server.keep();
  }

  function named(name: string): ConfiguredServer {
    const server = servers.get(name);
    if (server !== undefined) return server;
    const [near] = nearNames(name, [...servers.keys()], 1);
    const hint =
      near === undefined
        ? ' What clients of yours have is shown, and moved in, by mcp-servers import.'
        : ` Did you mean ${near}?`;
    throw new CapabilityError(
      'unknown_server',
      `No MCP server named ${JSON.stringify(name.slice(0, 80))} is configured here.${hint}`,
    );
  }

  const { seen, ...loginActs } = createLoginDesk(named, () => isKept);

  return {
    use(specs) {
      turn = turn.catch(() => undefined).then(() => take(specs));
      return turn;
    },
    keep() {
      isKept = true;
      void needs.programs.sweep();
      for (const server of servers.values()) server.keep();
    },
    reports: () => [...servers.values()].map((server) => reportOf(server.view())),
    views: () => [...servers.values()].map((server) => server.view()),
    list: () => Promise.all([...servers.values()].map(seen)),
    review: async (name) => named(name).review(),
    async accept(name, digest, by) {
      const server = named(name);
      const view = await server.accept(digest, by);
      if (isKept) server.keep();
      return view;
    },
    lock() {
      refuseFrozen(needs.locks);
      // One that is disabled here may be used elsewhere: it is kept as it was.
      const entries = [...servers.values()].map(
        (server) => [server.spec, server.spec.disabled ? null : server.locked()] as const,
      );
      const left = entries.flatMap(([{ name, disabled }, locked]) => (locked === null && !disabled ? [name] : []));
      return { paths: needs.locks.write(entries), left };
    },
    ...loginActs,
    async refresh() {
      await Promise.allSettled([...servers.values()].map((server) => server.reconnect()));
    },
    async close() {
      await turn.catch(() => undefined);
      await Promise.allSettled([...servers.values()].map((server) => server.close()));
    },
  };
}

function reportOf({ name, state, tools, waiting }: ServerView): JsonObject {
  return { name, state, tools: tools.length, waiting };
}

type Servers = ReadonlyMap<string, ConfiguredServer>;

async function swapped(before: Servers, specs: readonly ServerSpec[], needs: ServerNeeds): Promise<Servers> {
  const names = specs.map(({ name }) => name);
  // The name of a tool may depend on which servers there are besides.
  const areSameNames = [...before.keys()].join('\n') === names.join('\n');
  const kept = new Map<string, ConfiguredServer>();
  for (const spec of specs) {
    const server = before.get(spec.name);
    if (areSameNames && server !== undefined && isSame(server.spec, spec)) kept.set(spec.name, server);
  }
  const leaving = [...before.values()].filter(({ spec }) => !kept.has(spec.name));
  await Promise.all(leaving.map((server) => server.close()));
  const next = new Map<string, ConfiguredServer>();
  if (specs.length === 0) return next;
  // Loaded where there is a server: most starts have none.
  const { openConfiguredServer } = await import('./configured-server.ts');
  for (const spec of specs)
    next.set(spec.name, kept.get(spec.name) ?? (await openConfiguredServer(spec, names, needs)));
  return next;
}

function isSame(left: ServerSpec, right: ServerSpec): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
