// Cases of the Journal about requests for approval: how they are opened, joined, found and listed.
import assert from 'node:assert/strict';
import type { ApprovalRecord, Journal } from '../../../contract/index.ts';
import { sampleCaller } from '../../fakes/sample-outcomes.ts';
import { sampleEvent, sampleRequest } from '../../fakes/sample-request.ts';
import { sharedCase, storeCase, type StoreCase, type StoreFixture } from '../store-fixture.ts';

/** Asks, and expects a request of its own. */
export async function opened(
  { journal, clock }: Pick<StoreFixture, 'journal' | 'clock'>,
  more: Partial<ApprovalRecord> = {},
): Promise<ApprovalRecord> {
  const record = sampleRequest({ now: clock.now(), runtimeId: journal.lease.runtimeId }, more);
  const asked = await journal.ask(record, []);
  assert.equal(asked.joined, false);
  return asked.record;
}

export async function statusOf(journal: Journal, id: string): Promise<string | undefined> {
  return (await journal.approval(id))?.status;
}

const asking: readonly StoreCase[] = [
  storeCase('keeps a request whole, and answers a receipt for each of its events', async ({ journal, clock }) => {
    const record = sampleRequest({ now: clock.now(), runtimeId: journal.lease.runtimeId });
    const events = [sampleEvent({ call: 'call_1', approval: record.id }), sampleEvent({ call: 'call_1' })];
    const asked = await journal.ask(record, events);
    assert.deepEqual({ ...asked.record }, record);
    assert.deepEqual(
      asked.receipts.map(({ callId, seq }) => [callId, seq]),
      [
        ['call_1', 1],
        ['call_1', 2],
      ],
    );
    assert.deepEqual(await journal.approval(record.id), record);
  }),
  storeCase('keeps a number in the arguments that no double holds', async (fixture) => {
    const { id } = await opened(fixture, { arguments: { number: JSON.rawJSON('12345678901234567890') } });
    assert.equal(JSON.stringify((await fixture.journal.approval(id))?.arguments), '{"number":12345678901234567890}');
  }),
  storeCase('joins the open request of an equal call, and its events are about that one', async (fixture) => {
    const { journal, clock } = fixture;
    const first = await opened(fixture);
    const again = sampleRequest({ now: clock.now(), runtimeId: 'run_other' }, { argumentKey: first.argumentKey });
    const asked = await journal.ask(again, [sampleEvent({ approval: again.id }), sampleEvent({ approval: 'another' })]);
    assert.equal(asked.joined, true);
    assert.deepEqual(asked.record, first);
    assert.equal(await journal.approval(again.id), null);
    const about = (await journal.events({})).map(({ envelope }) => envelope['approval']);
    assert.deepEqual(about, [first.id, 'another']);
  }),
  storeCase('opens a request of its own for another principal, session or argument key', async (fixture) => {
    const first = await opened(fixture);
    const { argumentKey } = first;
    await opened(fixture, { argumentKey, caller: sampleCaller({ principal: 'user:2' }) });
    await opened(fixture, { argumentKey, caller: sampleCaller({ session: 'session_2' }) });
    await opened(fixture, { argumentKey: `${argumentKey}x` });
    assert.equal((await fixture.journal.approvals({})).length, 4);
  }),
  storeCase('opens a new request where the one of an equal call has ended', async (fixture) => {
    const first = await opened(fixture);
    await fixture.journal.close(first.id, ['pending'], 'withdrawn', { note: null, events: [] });
    await opened(fixture, { argumentKey: first.argumentKey });
  }),
  storeCase('opens a new request where the time of the one of an equal call is over', async (fixture) => {
    const first = await opened(fixture);
    fixture.clock.advance(first.expiresAt - fixture.clock.now());
    await opened(fixture, { argumentKey: first.argumentKey });
    assert.equal(await statusOf(fixture.journal, first.id), 'expired');
  }),
  sharedCase(
    'opens one request for equal calls of two runtimes that ask at the same time',
    async ({ journal, clock }, other) => {
      const place = { now: clock.now(), runtimeId: journal.lease.runtimeId };
      const more = { argumentKey: 'key_same' };
      const asks = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? journal : other.journal).ask(sampleRequest(place, more), []),
      );
      const asked = await Promise.all(asks);
      assert.equal(asked.filter(({ joined }) => !joined).length, 1);
      assert.equal(new Set(asked.map(({ record }) => record.id)).size, 1);
    },
  ),
];

const finding: readonly StoreCase[] = [
  storeCase('finds a request by a prefix of six characters or more that only one has', async (fixture) => {
    const { journal } = fixture;
    await opened(fixture, { id: 'apr_aaaa1' });
    await opened(fixture, { id: 'apr_aaaa2' });
    await opened(fixture, { id: 'apr_bb' });
    await opened(fixture, { id: 'apr_bb_longer' });
    const found = async (id: string) => (await journal.approval(id))?.id;
    assert.equal(await found('apr_aaaa1'), 'apr_aaaa1');
    assert.equal(await found('apr_bb_'), 'apr_bb_longer');
    assert.equal(await found('apr_bb'), 'apr_bb', 'a whole id wins over its being a prefix');
    assert.equal(await found('apr_aa'), undefined, 'two begin so');
    assert.equal(await found('apr_b'), undefined, 'too short');
  }),
  storeCase('takes no character of an id for a wildcard', async (fixture) => {
    await opened(fixture, { id: 'apr_aaaa1' });
    for (const id of ['apr_aa%', '%aaaaaa', 'apr____', 'apr_aaaa1\0', "apr_aaaa' or '1", '', 'unknown_id']) {
      assert.equal(await fixture.journal.approval(id), null, id);
    }
  }),
  storeCase('lists requests, newest first, by status, principal, session and tool', async (fixture) => {
    const { journal } = fixture;
    const first = await opened(fixture, { tool: 'shell' });
    const second = await opened(fixture, { caller: sampleCaller({ principal: 'user:2', session: 'session_2' }) });
    const third = await opened(fixture);
    await journal.close(third.id, ['pending'], 'withdrawn', { note: null, events: [] });
    const listed = async (query: Parameters<Journal['approvals']>[0]) =>
      (await journal.approvals(query)).map(({ id }) => id);
    assert.deepEqual(await listed({}), [third.id, second.id, first.id]);
    assert.deepEqual(await listed({ limit: 1 }), [third.id]);
    assert.deepEqual(await listed({ statuses: ['pending'] }), [second.id, first.id]);
    assert.deepEqual(await listed({ statuses: [] }), []);
    assert.deepEqual(await listed({ tool: 'shell' }), [first.id]);
    assert.deepEqual(await listed({ principal: 'user:2' }), [second.id]);
    assert.deepEqual(await listed({ session: 'session_2', statuses: ['withdrawn'] }), []);
  }),
];

export const askingCases: readonly StoreCase[] = [...asking, ...finding];
