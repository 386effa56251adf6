// Cases of the Journal about events: read back in order, found by what they are about, erased on record.
import assert from 'node:assert/strict';
import type { EventQuery, Journal, RecordedEvent } from '../../../contract/index.ts';
import { sampleEvent } from '../../fakes/sample-request.ts';
import { sharedCase, storeCase, type StoreCase, type StoreFixture } from '../store-fixture.ts';

async function numbered({ journal, clock }: Pick<StoreFixture, 'journal' | 'clock'>, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    await journal.append([sampleEvent({ n })]);
    clock.advance(1);
  }
}

function numbers(events: readonly RecordedEvent[]): readonly unknown[] {
  return events.map(({ envelope }) => envelope['n']);
}

const reading: readonly StoreCase[] = [
  storeCase('gives an event back as it was, with its time and its place', async ({ journal, clock }) => {
    const envelope = { call: 'call_1', tool: 'shell', 'odd "key"': [1, { a: null }] };
    const values = { text: 'é\u0000', number: JSON.rawJSON('12345678901234567890'), __proto: null, empty: {} };
    const [receipt] = await journal.append([{ kind: 'tool_requested', envelope, values }]);
    const [event] = await journal.events({});
    assert.ok(event !== undefined && receipt !== undefined);
    const { writer, seq, hash } = receipt;
    assert.deepEqual(
      { ...event, values: null },
      { writer, seq, hash, at: clock.now(), kind: 'tool_requested', envelope, values: null },
    );
    const ordered = { __proto: null, empty: {}, number: values.number, text: values.text };
    assert.equal(JSON.stringify(event.values), JSON.stringify(ordered));
  }),
  storeCase('keeps a value that is named like what every object has', async ({ journal }) => {
    const values = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    await journal.append([sampleEvent({}, values)]);
    const [event] = await journal.events({});
    assert.equal(JSON.stringify(event?.values), '{"__proto__":{"a":1},"constructor":2}');
  }),
  storeCase('answers the newest events, in order of time, or those that follow one', async (fixture) => {
    const { journal } = fixture;
    await numbered(fixture, 60);
    assert.deepEqual(numbers(await journal.events({ limit: 3 })), [58, 59, 60]);
    assert.equal((await journal.events({})).length, 50);
    const [, second] = await journal.events({ limit: 3 });
    assert.ok(second !== undefined);
    assert.deepEqual(numbers(await journal.events({ after: second })), [60]);
    const start = { at: 0, writer: '', seq: 0 };
    assert.deepEqual(numbers(await journal.events({ after: start, limit: 2 })), [1, 2]);
  }),
  storeCase('finds events by kind, tool, call, session and time', async ({ journal, clock }) => {
    await journal.append([sampleEvent({ n: 1, tool: 'shell', call: 'call_1', session: 's1' })]);
    clock.advance(1_000);
    await journal.append([
      { kind: 'tool_denied', envelope: { n: 2, tool: 'glob', call: 'call_2', session: 's2' }, values: {} },
    ]);
    const found = async (query: EventQuery) => numbers(await journal.events(query));
    assert.deepEqual(await found({ kinds: ['tool_denied'] }), [2]);
    assert.deepEqual(await found({ kinds: [] }), []);
    assert.deepEqual(await found({ tool: 'shell' }), [1]);
    assert.deepEqual(await found({ callId: 'call_2' }), [2]);
    assert.deepEqual(await found({ session: 's1', tool: 'glob' }), []);
    assert.deepEqual(await found({ since: clock.now() }), [2]);
  }),
  storeCase('takes no envelope that says what the store itself says', async ({ journal }) => {
    for (const field of ['at', 'kind', 'position']) {
      await assert.rejects(journal.append([sampleEvent({ n: 1 }), sampleEvent({ [field]: 'forged' })]), {
        code: 'internal',
      });
    }
    assert.deepEqual(await journal.events({}), []);
  }),
  sharedCase('pages through the events of two writers without a gap', async (fixture, other) => {
    const { journal, clock } = fixture;
    for (let n = 1; n <= 30; n++) {
      await (n % 3 === 0 ? other.journal : journal).append([sampleEvent({ n })]);
      if (n % 7 === 0) clock.advance(1);
    }
    const seen = await paged(journal, 4);
    assert.deepEqual(
      seen,
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
  }),
];

async function paged(journal: Journal, limit: number): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  let after: NonNullable<EventQuery['after']> = { at: 0, writer: '', seq: 0 };
  for (;;) {
    const events = await journal.events({ after, limit });
    const last = events.at(-1);
    if (last === undefined) return seen;
    seen.push(...numbers(events));
    after = last;
  }
}

const erasing: readonly StoreCase[] = [
  storeCase('erases a value on record, and keeps the others', async ({ journal }) => {
    const [receipt] = await journal.append([sampleEvent({ n: 1 }, { secret: 'hunter2', other: 'kept' })]);
    assert.ok(receipt !== undefined);
    await journal.redact(receipt.writer, receipt.seq, ['secret'], 'a password');
    const [event, erasure] = await journal.events({});
    assert.deepEqual({ ...event?.values }, { other: 'kept', secret: null });
    assert.equal(event?.hash, receipt.hash);
    assert.deepEqual([erasure?.kind, erasure?.envelope['reason']], ['values_erased', 'a password']);
    await journal.redact(receipt.writer, receipt.seq, ['secret'], 'again');
    assert.equal((await journal.events({})).length, 2, 'what is gone is not erased again');
  }),
  storeCase('refuses to erase what never was', async ({ journal }) => {
    const [receipt] = await journal.append([sampleEvent({ n: 1 })]);
    assert.ok(receipt !== undefined);
    for (const [writer, seq, field] of [
      [receipt.writer, 2, 'note'],
      ['run_never', 1, 'note'],
      [receipt.writer, 1, 'never'],
    ] as const) {
      await assert.rejects(journal.redact(writer, seq, [field], 'x'), { code: 'malformed_request' });
    }
    assert.equal((await journal.events({})).length, 1);
  }),
];

const counting: readonly StoreCase[] = [
  storeCase('counts what it writes itself, and not what it reads', async (fixture) => {
    const { journal } = fixture;
    await numbered(fixture, 1);
    const before = await journal.changeCount();
    await journal.events({});
    await journal.claimable();
    assert.equal(await journal.changeCount(), before);
    await numbered(fixture, 1);
    assert.notEqual(await journal.changeCount(), before);
  }),
  sharedCase('counts what another runtime writes', async ({ journal }, other) => {
    const before = await journal.changeCount();
    assert.equal(await journal.changeCount(), before);
    await other.journal.append([sampleEvent({ n: 1 })]);
    assert.notEqual(await journal.changeCount(), before);
  }),
];

export const eventCases: readonly StoreCase[] = [...reading, ...erasing, ...counting];
