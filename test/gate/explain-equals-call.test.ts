// An explanation is the decision of the call, on a hundred thousand random calls among which no effect and no source is rare.
import { expect, it } from 'vitest';
import { effects, reasonSources, type Decision, type Explanation, type Guard, type GuardFinding, type Outcome, type ToolPorts } from '../../src/contract/index.ts';
import { openMemoryStore, type OpenStore } from '../../src/host/index.ts';
import { answerRequest, createGate, createRegistry, findMode, type Gate, type GateDeps, type PolicyView } from '../../src/kernel/index.ts';
import { createCheckSchema } from '../../src/runtime/assembly/check-schema.ts';
import { openMemories } from '../../src/runtime/assembly/memories.ts';
import { sha256Hex } from '../../src/text/index.ts';
import { randomCall, randomTools, type RandomCall } from './random-calls.ts';

const calls = Number(process.env['GATEHOUSE_EXPLAIN_CALLS'] ?? 100_000);
/** Calls on one store in memory, which holds all that was recorded. */
const batch = 5_000;

/** The world of the call that is under way. */
interface World {
  current: RandomCall;
}

const registry = createRegistry({ isKnownMode: (mode) => findMode(mode) !== undefined });
for (const tool of randomTools) registry.register({ tool, loader: async () => async () => ({ blocks: [] }) });
const checkSchema = createCheckSchema();
const nothing: GuardFinding = { facts: [], targets: [], paths: {}, urls: {} };

/** The first guard that a mode names says what was found; the others have nothing to add. */
function guardsOf(world: World): ReadonlyMap<string, Guard> {
  const modes = randomTools.map(({ mode }) => findMode(mode)?.guards ?? []);
  return new Map(
    modes.flat().map((name) => [
      name,
      { name, inspect: async ({ tool }) => (findMode(tool.mode)?.guards[0] === name ? world.current.finding : nothing) },
    ]),
  );
}

function viewOf({ current: { policy, settings, mode } }: World, revision: number): PolicyView {
  return { revision, compiled: policy, settings, defaultMode: 'readonly', modeOf: () => mode };
}

interface OpenWorld {
  readonly gate: Gate;
  readonly opened: OpenStore;
  readonly now: () => number;
}

async function openWorld(world: World): Promise<OpenWorld> {
  const clock = { now: () => world.current.at, after: () => () => undefined };
  const opened = await openMemoryStore({ workspace: '/workspace', clock });
  const { journal, store } = opened;
  const { grants } = openMemories(store);
  let revision = await store.policyRevision();
  const deps: GateDeps = {
    registry,
    findMode,
    guards: guardsOf(world),
    journal,
    clock,
    policy: {
      known: () => viewOf(world, revision),
      async current() {
        revision = await store.policyRevision();
        return viewOf(world, revision);
      },
    },
    grants: (caller, tool) => grants.live(caller, tool.name, clock.now()),
    trustNow: async (caller) => caller.trust,
    argumentKey: sha256Hex,
    checkSchema,
    // No tool here takes a port.
    portsFor: () => ({}) as ToolPorts,
    redact: (text) => text,
    transforms: [],
    limits: { resultChars: 1_000, approvalMs: 86_400_000, graceMs: 1 },
    settings: { readPageLines: 1 },
  };
  return { gate: createGate(deps), opened, now: clock.now };
}

/** What a call says of its decision, in the words of an explanation. */
function asExplanation(outcome: Outcome): Explanation {
  const { tool, decision } = outcome;
  if (decision !== null || outcome.kind !== 'refused') return { tool, decision, refusal: null };
  const { by, code, reason, hint, problems, nearest, schema } = outcome;
  return { tool, decision: null, refusal: { by, code, reason, hint, problems, nearest, schema } };
}

/** Somebody is asked, and says yes for the session. */
async function grant({ gate, opened: { journal }, now }: OpenWorld, { call }: RandomCall): Promise<void> {
  const asked = await gate.call(call);
  const record = asked.kind === 'pending' ? await journal.approval(asked.approval.id) : null;
  if (record === null) throw new TypeError('What is explained as a question asks.');
  await answerRequest(record, { answer: { act: 'session' }, by: 'user:owner' }, { gate, journal, now, approvalMs: 86_400_000 });
}

async function explain(world: OpenWorld, random: RandomCall): Promise<Explanation> {
  const explained = await world.gate.explain(random.call);
  const { decision } = explained;
  if (!random.isGranted || decision?.effect !== 'ASK' || decision.onceOnly) return explained;
  await grant(world, random);
  return world.gate.explain(random.call);
}

function count(counts: Map<string, number>, decision: Decision | null): void {
  if (decision === null) return;
  for (const name of new Set([decision.effect, ...decision.reasons.map(({ source }) => source)])) counts.set(name, (counts.get(name) ?? 0) + 1);
}

it(`explains ${calls} random calls as they are decided, with no effect and no source below a tenth`, { timeout: 600_000 }, async () => {
  const counts = new Map<string, number>();
  const world: World = { current: randomCall(0) };
  for (let from = 0; from < calls; from += batch) {
    const opened = await openWorld(world);
    for (let number = from; number < Math.min(calls, from + batch); number += 1) {
      world.current = randomCall(number);
      const explained = await explain(opened, world.current);
      const called = asExplanation(await opened.gate.call(world.current.call));
      // Compared as text first: a deep comparison of each would take longer than all the rest.
      if (JSON.stringify(explained) !== JSON.stringify(called)) expect({ number, ...explained }).toEqual({ number, ...called });
      count(counts, explained.decision);
    }
    await opened.opened.close();
  }
  const shares = [...effects, ...reasonSources].map((name) => [name, (counts.get(name) ?? 0) / calls] as const);
  expect(shares.filter(([, share]) => share < 0.1)).toEqual([]);
  console.log(Object.fromEntries(shares));
});
