// Ten thousand calls of every kind on one disk, answered in every way: the record of each is whole, and the audit trail verifies.
import { expect, it, onTestFinished } from 'vitest';
import type { Outcome, RecordedEvent } from '../../src/contract/index.ts';
import { openSqliteStore, verifySqliteStore } from '../../src/host/index.ts';
import { answerRequest } from '../../src/kernel/index.ts';
import { newHome } from '../store/sample-home.ts';
import { randomCall } from './random-calls.ts';
import { approvalMs, openRandomWorld, type RandomWorld } from './random-world.ts';

const calls = 10_000;
const ends: ReadonlySet<string> = new Set(['tool_executed', 'tool_failed', 'tool_denied', 'tool_requested']);

/** Approved, approved for the session, denied, edited, or left open; what was approved runs, and the caller comes back for it. */
async function answerSome(world: RandomWorld, outcome: Outcome, number: number): Promise<void> {
  if (outcome.kind !== 'pending') return;
  const { gate, opened, now, current } = world;
  const record = await opened.journal.approval(outcome.approval.id);
  if (record?.status !== 'pending') return;
  const acts = [
    { act: 'once' },
    { act: 'deny', note: 'No.' },
    { act: 'edit', arguments: '{"n": 1}' },
    { act: 'session' },
  ] as const;
  const answer = acts[number % 5];
  if (answer === undefined || (answer.act === 'session' && record.decision.onceOnly)) return;
  const answered = await answerRequest(
    record,
    { answer, by: 'user:owner' },
    { gate, journal: opened.journal, now, approvalMs },
  );
  if (answered.ok && answer.act !== 'deny') await gate.runApproved(answered.record);
  if (number % 3 === 0) await gate.call(current.call);
}

async function allEvents({ opened: { journal } }: RandomWorld): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let after = { at: 0, writer: '', seq: 0 }; ;) {
    const page = await journal.events({ after, limit: 1_000 });
    const last = page.at(-1);
    if (last === undefined) return all;
    all.push(...page);
    after = last;
  }
}

it(`keeps a whole record of ${calls} mixed calls, which verifies`, { timeout: 300_000 }, async () => {
  const home = newHome();
  onTestFinished(() => home.remove());
  const { file, keysDir, headsFile } = home;
  const world = await openRandomWorld((options) =>
    openSqliteStore({ ...options, file, keysDir, headsFile, durability: 'process', create: true }),
  );
  const callIds = new Set<string>();
  for (let number = 0; number < calls; number += 1) {
    // The clock of a store does not go backwards.
    world.current = { ...randomCall(number), at: randomCall(0).at + number };
    const outcome = await world.gate.call(world.current.call);
    callIds.add(outcome.callId);
    await answerSome(world, outcome, number);
  }
  const events = await allEvents(world);
  const byCall = Map.groupBy(events, ({ envelope }) => JSON.stringify(envelope['call']));
  const broken = [...callIds].filter((callId) => {
    const kinds = (byCall.get(JSON.stringify(callId)) ?? []).map(({ kind }) => kind);
    return (
      kinds.filter((kind) => kind === 'policy_decision').length !== 1 ||
      kinds.filter((kind) => ends.has(kind)).length !== 1
    );
  });
  expect(broken).toEqual([]);
  const kinds = new Set(events.map(({ kind }) => kind));
  for (const kind of [...ends, 'approval_answered', 'approval_claimed', 'grant_added']) expect(kinds).toContain(kind);
  await world.opened.close();
  expect(await verifySqliteStore(home)).toMatchObject({ ok: true, problems: [], events: events.length });
});
