// All configured MCP servers: taken up from the configuration, swapped when it changes, listed, reviewed and accepted.
import { CapabilityError, type JsonValue, type ServerReview, type ServerView } from '../../contract/index.ts';
import type { ServerSpec } from '../../sources/index.ts';
import { nearNames } from '../../text/index.ts';
import { openConfiguredServer, type ConfiguredServer, type ServerNeeds } from './configured-server.ts';

export interface ServerDesk {
  /** Swaps the servers that differ; those that do not keep their connections. */
  use(specs: readonly ServerSpec[]): Promise<void>;
  /** From now on the accepted ones are connected in the background. */
  keep(): void;
  /** For whoever may call: names, states and numbers, and nothing that a server said. */
  reports(): readonly JsonValue[];
  list(): readonly ServerView[];
  review(name: string): Promise<ServerReview>;
  accept(name: string, digest: string, by: string): Promise<ServerView>;
  /** Connects the accepted ones anew. Never rejects: how each stands then is in the list. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function createServerDesk(needs: ServerNeeds): ServerDesk {
  let servers: ReadonlyMap<string, ConfiguredServer> = new Map();
  let isKept = false;
  let turn: Promise<void> = Promise.resolve();

  async function swap(specs: readonly ServerSpec[]): Promise<void> {
    const names = specs.map(({ name }) => name);
    const nameText = names.join('\n');
    // The name of a tool may depend on which servers there are besides.
    const areSameNames = [...servers.keys()].join('\n') === nameText;
    const kept = specs.flatMap((spec) => {
      const before = servers.get(spec.name);
      return areSameNames && before !== undefined && isSame(before.spec, spec) ? [before] : [];
    });
    await Promise.all([...servers.values()].filter((server) => !kept.includes(server)).map((server) => server.close()));
    const next = new Map<string, ConfiguredServer>();
    for (const spec of specs) {
      const before = kept.find((server) => server.spec.name === spec.name);
      next.set(spec.name, before ?? (await openConfiguredServer(spec, names, needs)));
    }
    servers = next;
    if (isKept) for (const server of servers.values()) server.keep();
  }

  function named(name: string): ConfiguredServer {
    const server = servers.get(name);
    if (server !== undefined) return server;
    const [near] = nearNames(name, [...servers.keys()], 1);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw new CapabilityError(
      'server_unavailable',
      `No MCP server named ${JSON.stringify(name.slice(0, 80))} is configured here.${hint}`,
    );
  }

  return {
    use(specs) {
      turn = turn.then(() => swap(specs));
      return turn;
    },
    keep() {
      isKept = true;
      for (const server of servers.values()) server.keep();
    },
    reports: () =>
      [...servers.values()].map((server) => {
        const { name, state, tools, waiting } = server.view();
        return { name, state, tools: tools.length, waiting };
      }),
    list: () => [...servers.values()].map((server) => server.view()),
    review: async (name) => named(name).review(),
    async accept(name, digest, by) {
      const server = named(name);
      const view = await server.accept(digest, by);
      if (isKept) server.keep();
      return view;
    },
    async refresh() {
      await Promise.allSettled([...servers.values()].map((server) => server.reconnect()));
    },
    async close() {
      await turn.catch(() => undefined);
      await Promise.allSettled([...servers.values()].map((server) => server.close()));
    },
  };
}

function isSame(left: ServerSpec, right: ServerSpec): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
