// A gate over a real store whose world is that of one random call after another.
import type { Guard, GuardFinding, ToolPorts } from '../../src/contract/index.ts';
import type { OpenStore, StoreOptions } from '../../src/host/index.ts';
import {
  createFlow,
  createGate,
  createRegistry,
  findMode,
  type FlowDeps,
  type Gate,
  type GateDeps,
  type PolicyView,
} from '../../src/kernel/index.ts';
import { createCheckSchema } from '../../src/runtime/assembly/check-schema.ts';
import { openMemories } from '../../src/runtime/assembly/memories.ts';
import { createMemoryResults } from '../../src/testing/index.ts';
import { sha256Hex } from '../../src/text/index.ts';
import { randomCall, randomTools, type RandomCall } from './random-calls.ts';

/** How long a request for approval stays open. */
export const approvalMs = 86_400_000;

export interface RandomWorld {
  /** The call that is under way: policy, time, facts and settings are its own. */
  current: RandomCall;
  readonly gate: Gate;
  readonly opened: OpenStore;
  readonly now: () => number;
}

const registry = createRegistry({ isKnownMode: (mode) => findMode(mode) !== undefined });
for (const tool of randomTools)
  registry.register({
    tool,
    loader: async () => async () =>
      tool.tags.includes('other') ? Promise.reject(new Error('It broke.')) : { blocks: [] },
  });
const checkSchema = createCheckSchema();
const nothing: GuardFinding = { facts: [], targets: [], paths: {}, urls: {} };

/** The first guard that a mode names says what was found; the others have nothing to add. */
function guardsOf(finding: () => GuardFinding): ReadonlyMap<string, Guard> {
  const names = randomTools.flatMap(({ mode }) => findMode(mode)?.guards ?? []);
  return new Map(
    names.map((name) => [
      name,
      { name, inspect: async ({ tool }) => (findMode(tool.mode)?.guards[0] === name ? finding() : nothing) },
    ]),
  );
}

/** What the session of the call has read, as the call says. */
function sessionsOf(current: () => RandomCall): FlowDeps {
  const label = { source: 'random', tool: 'random', trust: 'untrusted', private: true } as const;
  const read = { id: 'text', label, text: 'Look into src/a.ts of example.com.', alsoShown: '' };
  return {
    labels: { of: async () => current().label, note: async () => undefined },
    results: {
      ...createMemoryResults(),
      labelled: async () => ({ complete: current().hasAllTexts, texts: [read] }),
    },
  };
}

export async function openRandomWorld(open: (options: StoreOptions) => Promise<OpenStore>): Promise<RandomWorld> {
  const world = { current: randomCall(0) };
  const clock = { now: () => world.current.at, after: () => () => undefined };
  const opened = await open({ workspace: '/workspace', clock });
  const { journal, store } = opened;
  const { grants } = openMemories(store, clock);
  let revision = await store.policyRevision();
  const view = (): PolicyView => {
    const { policy, settings, mode } = world.current;
    return { revision, compiled: policy, settings, defaultMode: 'readonly', modeOf: () => mode };
  };
  const deps: GateDeps = {
    registry,
    findMode,
    guards: guardsOf(() => world.current.finding),
    journal,
    clock,
    policy: {
      known: view,
      async current() {
        revision = await store.policyRevision();
        return view();
      },
    },
    flow: createFlow(sessionsOf(() => world.current)),
    learning: { used: async () => undefined },
    questions: { open: () => Promise.reject(new Error('No tool here asks.')) },
    grants: (caller, tool) => grants.live(caller, tool.name, clock.now()),
    trustNow: async (caller) => caller.trust,
    argumentKey: sha256Hex,
    checkSchema,
    // No tool here takes a port.
    portsFor: () => ({}) as ToolPorts,
    redact: (text) => text,
    transforms: [],
    limits: { resultChars: 1_000, approvalMs, graceMs: 1, guardMs: 20_000 },
    settings: { readPageLines: 1 },
    instance: 'here',
  };
  return Object.assign(world, { gate: createGate(deps), opened, now: clock.now });
}
