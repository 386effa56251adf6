// An explanation is the decision of the call, on random calls among which no effect and no source of a reason is rare.
import { expect, it } from 'vitest';
import { effects, reasonSources, type Decision, type Explanation, type Outcome } from '../../src/contract/index.ts';
import { openMemoryStore } from '../../src/host/index.ts';
import { answerRequest } from '../../src/kernel/index.ts';
import { randomCall } from './random-calls.ts';
import { approvalMs, openRandomWorld, type RandomWorld } from './random-world.ts';

/** Less than a minute on two cores that have nothing else to do; `GATEHOUSE_EXPLAIN_CALLS` for fewer or more. */
const calls = Number(process.env['GATEHOUSE_EXPLAIN_CALLS'] ?? 100_000);
/** Calls on one store in memory, which holds all that was recorded. */
const batch = 5_000;

/** What a call says of its decision, in the words of an explanation. */
function asExplanation(outcome: Outcome): Explanation {
  const { tool, decision } = outcome;
  if (decision !== null || outcome.kind !== 'refused') return { tool, decision, refusal: null };
  const { by, code, reason, hint, problems, nearest, schema } = outcome;
  return { tool, decision: null, refusal: { by, code, reason, hint, problems, nearest, schema } };
}

/** Somebody is asked, and says yes for the session. */
async function grant({ gate, opened: { journal }, now, current }: RandomWorld): Promise<void> {
  const asked = await gate.call(current.call);
  const record = asked.kind === 'pending' ? await journal.approval(asked.approval.id) : null;
  if (record === null) throw new TypeError('What is explained as a question asks.');
  await answerRequest(record, { answer: { act: 'session' }, by: 'user:owner' }, { gate, journal, now, approvalMs });
}

async function explain(world: RandomWorld): Promise<Explanation> {
  const { call, isGranted } = world.current;
  const explained = await world.gate.explain(call);
  const { decision } = explained;
  if (!isGranted || decision?.effect !== 'ASK' || decision.onceOnly) return explained;
  await grant(world);
  return world.gate.explain(call);
}

function count(counts: Map<string, number>, decision: Decision | null): void {
  if (decision === null) return;
  const flow = decision.reasons.some(({ id }) => id.startsWith('flow:')) ? ['flow'] : [];
  for (const name of new Set([decision.effect, ...decision.reasons.map(({ source }) => source), ...flow]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
}

it(
  `explains ${calls} random calls as they are decided, with no effect and no source below a tenth`,
  { timeout: 600_000 },
  async () => {
    const counts = new Map<string, number>();
    for (let from = 0; from < calls; from += batch) {
      const world = await openRandomWorld(openMemoryStore);
      for (let number = from; number < Math.min(calls, from + batch); number += 1) {
        world.current = randomCall(number);
        const explained = await explain(world);
        const called = asExplanation(await world.gate.call(world.current.call));
        // Compared as text first: a deep comparison of each would take longer than all the rest.
        if (JSON.stringify(explained) !== JSON.stringify(called))
          expect({ number, ...explained }).toEqual({ number, ...called });
        count(counts, explained.decision);
      }
      await world.opened.close();
    }
    const shares = [...effects, ...reasonSources, 'flow'].map(
      (name) => [name, (counts.get(name) ?? 0) / calls] as const,
    );
    expect(shares.filter(([, share]) => share < 0.1)).toEqual([]);
  },
);
