// The record: read, followed, exported, verified and erased.
import assert from 'node:assert/strict';
import type { EventQuery, JsonObject, JsonValue, RecordedEvent } from '../../../contract/index.ts';
import { expectKind, runtimeCase, type House, type RuntimeCase } from './runtime-case.ts';

const kindsOf = (events: readonly RecordedEvent[]) => events.map(({ kind }) => kind);
const placeOf = ({ at, writer, seq }: RecordedEvent) => ({ at, writer, seq });

async function collected(items: AsyncIterable<JsonValue>): Promise<readonly JsonValue[]> {
  const all: JsonValue[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function typeOf(item: JsonValue | undefined): JsonValue | undefined {
  return typeof item === 'object' && item !== null && !Array.isArray(item) && 'type' in item
    ? (item as JsonObject)['type']
    : undefined;
}

/** Calls until something of it arrives: where a stream begins is not known to whoever opens it. */
async function firstFollowed({ runtime, call }: House, query: EventQuery, signal: AbortSignal): Promise<RecordedEvent> {
  const stream = runtime.follow(query, signal)[Symbol.asyncIterator]();
  const next = stream.next();
  let arrived = false;
  void next.then(() => (arrived = true));
  for (let tries = 0; !arrived && tries < 100; tries++) {
    await call('calculate', { expression: String(tries) });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { value, done } = await next;
  assert.equal(done, false);
  return value;
}

export const watchingCases: readonly RuntimeCase[] = [
  runtimeCase('finds events by what they are about, in order', async ({ runtime, call, ask, client }) => {
    const first = await call('calculate', { expression: '1' });
    await ask('a.txt', 'x');
    await call('calculate', { expression: '2' });
    assert.deepEqual(kindsOf(await runtime.events({ callId: first.callId })), ['policy_decision', 'tool_executed']);
    assert.equal((await runtime.events({ kinds: ['tool_executed'], tool: 'calculate' })).length, 2);
    assert.deepEqual(await runtime.events({ kinds: [] }), []);
    assert.deepEqual(await runtime.events({ tool: 'constructor' }), []);
    assert.deepEqual(await runtime.events({ session: 'another' }), []);
    assert((await runtime.events({ session: client.session })).length >= 5);
    assert.deepEqual(await runtime.events({ since: Date.now() + 60_000 }), []);
    const all = await runtime.events({});
    assert.deepEqual(await runtime.events({ limit: 2 }), all.slice(-2));
    assert.deepEqual(await runtime.events({ limit: 0 }), []);
    assert.deepEqual(await runtime.events({ limit: 100_000 }), all);
    const [start] = all;
    assert(start !== undefined);
    assert.deepEqual(await runtime.events({ after: placeOf(start) }), all.slice(1));
    assert.deepEqual(await runtime.events({ after: placeOf(start), limit: 1 }), all.slice(1, 2));
  }),
  runtimeCase('brings events as they come, until it is told to stop', async (house) => {
    const stopping = new AbortController();
    const event = await firstFollowed(house, { kinds: ['tool_executed'] }, stopping.signal);
    assert.equal(event.kind, 'tool_executed');
    const { call } = event.envelope;
    assert(typeof call === 'string');
    assert.deepEqual(await house.runtime.events({ callId: call, kinds: ['tool_executed'] }), [event]);
    stopping.abort();
  }),
  runtimeCase('follows from a place that is named, and ends when it is told to', async ({ runtime, call }) => {
    for (const expression of ['1', '2', '3']) await call('calculate', { expression });
    const executed = await runtime.events({ kinds: ['tool_executed'] });
    const [start] = executed;
    assert(start !== undefined);
    const stopping = new AbortController();
    const found: RecordedEvent[] = [];
    for await (const event of runtime.follow({ kinds: ['tool_executed'], after: placeOf(start) }, stopping.signal)) {
      found.push(event);
      if (found.length === 2) stopping.abort();
    }
    assert.deepEqual(found, executed.slice(1));
  }),
  runtimeCase('exports what it verifies, and records that it did', async ({ runtime, owner, call, ask }) => {
    await call('calculate', { expression: '1' });
    const { approval } = await ask('a.txt', 'x');
    await owner.answer(approval.id, { act: 'once' }, { by: 'user:7' });
    const report = await owner.verifyAudit();
    assert.deepEqual(report.problems, []);
    assert(report.ok && report.events > 0);
    const items = await collected(owner.exportAudit({}, 'user:7'));
    assert.equal(typeOf(items[0]), 'gatehouse-audit');
    assert.equal(typeOf(items.at(-1)), 'end');
    assert.equal((await runtime.events({ kinds: ['audit_exported'] })).length, 1);
    const fewer = await collected(
      owner.exportAudit({ kinds: ['tool_executed'], tool: 'calculate', limit: 1 }, 'user:7'),
    );
    assert(JSON.stringify(fewer).length < JSON.stringify(items).length);
  }),
  runtimeCase('stops an export that is not read to its end', async ({ owner, call }) => {
    await call('calculate', { expression: '1' });
    for await (const item of owner.exportAudit({}, 'user:7')) {
      assert.equal(typeOf(item), 'gatehouse-audit');
      break;
    }
    assert((await owner.verifyAudit()).ok);
  }),
  runtimeCase('erases values, and still verifies', async ({ runtime, owner, call }) => {
    const { callId } = expectKind(await call('calculate', { expression: '4+4' }), 'completed');
    const [decided] = await runtime.events({ callId, kinds: ['policy_decision'] });
    assert(decided !== undefined);
    assert.deepEqual(decided.values['arguments'], { expression: '4+4' });
    await owner.redact(decided, ['arguments'], 'asked to');
    const [after] = await runtime.events({ callId, kinds: ['policy_decision'] });
    assert.equal(after?.values['arguments'], null);
    assert.deepEqual((await owner.verifyAudit()).problems, []);
    assert.equal((await runtime.events({ kinds: ['values_erased'] })).length, 1);
  }),
];
