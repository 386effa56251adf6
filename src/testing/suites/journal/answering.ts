// Cases of the Journal about answers: each request takes one, in time, to the request that was shown.
import assert from 'node:assert/strict';
import { sampleAnswer, sampleGrant, sampleRequest } from '../../fakes/sample-request.ts';
import { sharedCase, storeCase, type StoreCase } from '../store-fixture.ts';
import { opened, statusOf } from './asking.ts';

const yesAndNo: readonly StoreCase[] = [
  storeCase('writes down who approved, when and how', async (fixture) => {
    const { journal, clock } = fixture;
    const record = await opened(fixture);
    clock.advance(1_000);
    const answered = await journal.answer(sampleAnswer(record));
    const expected = { ...record, status: 'approved', decidedAt: clock.now(), decidedBy: 'user:1000', answer: 'once' };
    assert.deepEqual(answered, { ok: true, record: expected });
    assert.deepEqual(await journal.approval(record.id), expected);
  }),
  storeCase('keeps the note of a denial, and hands the denial out once', async (fixture) => {
    const { journal } = fixture;
    const record = await opened(fixture);
    await journal.answer(sampleAnswer(record, { answer: 'deny', note: 'not on a Friday' }));
    const delivered = await journal.deliver(record.id);
    assert.deepEqual([delivered?.status, delivered?.note], ['denied', 'not on a Friday']);
    assert.equal(await journal.deliver(record.id), null);
  }),
  storeCase('does not take the answer to another request than the one that is there', async (fixture) => {
    const record = await opened(fixture);
    const answered = await fixture.journal.answer(sampleAnswer(record, { requestHash: 'another' }));
    assert.deepEqual(answered, { ok: false, why: 'other_hash', status: 'pending' });
    assert.equal(await statusOf(fixture.journal, record.id), 'pending');
  }),
  storeCase('knows nothing of a request that never was, nor by the prefix of an id', async (fixture) => {
    const record = await opened(fixture);
    for (const id of ['apr_never', record.id.slice(0, 10)]) {
      const answered = await fixture.journal.answer(sampleAnswer({ ...record, id }));
      assert.deepEqual(answered, { ok: false, why: 'unknown', status: null });
    }
  }),
  storeCase('takes one answer: the second finds it no longer pending', async (fixture) => {
    const record = await opened(fixture);
    await fixture.journal.answer(sampleAnswer(record, { answer: 'deny' }));
    const second = await fixture.journal.answer(sampleAnswer(record));
    assert.deepEqual(second, { ok: false, why: 'not_pending', status: 'denied' });
  }),
  storeCase('takes no answer when the time is over by the clock of the store', async (fixture) => {
    const { journal, clock } = fixture;
    const record = await opened(fixture);
    clock.advance(record.expiresAt - clock.now());
    assert.deepEqual(await journal.answer(sampleAnswer(record)), { ok: false, why: 'expired', status: 'expired' });
    assert.equal(await statusOf(journal, record.id), 'expired');
  }),
  storeCase('writes nothing for an answer that comes without its event', async (fixture) => {
    const record = await opened(fixture);
    await assert.rejects(fixture.journal.answer(sampleAnswer(record, { events: [] })), { code: 'internal' });
    assert.equal(await statusOf(fixture.journal, record.id), 'pending');
  }),
  sharedCase('takes the answer of one of two approvers that answer at the same time', async (fixture, other) => {
    const record = await opened(fixture);
    const answers = await Promise.all([
      fixture.journal.answer(sampleAnswer(record, { by: 'first' })),
      other.journal.answer(sampleAnswer(record, { by: 'second', answer: 'deny' })),
    ]);
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
    const kinds = (await fixture.journal.events({ kinds: ['approval_answered'] })).length;
    assert.equal(kinds, 1);
  }),
];

const more: readonly StoreCase[] = [
  storeCase('keeps the grant of an answer for the session with it, and moves the policy', async (fixture) => {
    const { journal, store, clock } = fixture;
    const record = await opened(fixture);
    const grant = sampleGrant(record, clock.now());
    const revision = await store.policyRevision();
    await journal.answer(sampleAnswer(record, { answer: 'session', grant }));
    const [kept] = await store.list('grants', record.caller.session);
    assert.deepEqual(kept, {
      collection: 'grants',
      id: grant.id,
      group: grant.session,
      version: 1,
      body: { ...grant },
    });
    assert.equal(await store.policyRevision(), revision + 1);
  }),
  storeCase('keeps no grant of an answer that it did not take', async (fixture) => {
    const record = await opened(fixture);
    const grant = sampleGrant(record, fixture.clock.now());
    await fixture.journal.answer(sampleAnswer(record, { requestHash: 'another', answer: 'session', grant }));
    assert.deepEqual(await fixture.store.list('grants'), []);
  }),
  storeCase('replaces an edited request by the new one, approved, and keeps both', async (fixture) => {
    const { journal, clock } = fixture;
    const original = await opened(fixture);
    const place = { now: clock.now(), runtimeId: journal.lease.runtimeId };
    const replacement = sampleRequest(place, { arguments: { filename: 'b.txt' } });
    const answered = await journal.answer(sampleAnswer(original, { answer: 'edit', replacement }));
    const expected = {
      ...replacement,
      status: 'approved',
      answer: 'edit',
      decidedAt: clock.now(),
      decidedBy: 'user:1000',
      supersedes: original.id,
    };
    assert.deepEqual(answered, { ok: true, record: expected });
    assert.deepEqual(await journal.approval(replacement.id), expected);
    const old = await journal.approval(original.id);
    assert.deepEqual(
      [old?.status, old?.supersededBy, old?.arguments],
      ['superseded', replacement.id, original.arguments],
    );
    assert.deepEqual(
      (await journal.claimable()).map(({ id }) => id),
      [replacement.id],
    );
  }),
  storeCase('leaves the original of an edit as it is where the answer comes too late', async (fixture) => {
    const { journal, clock } = fixture;
    const original = await opened(fixture);
    await journal.close(original.id, ['pending'], 'withdrawn', { note: null, events: [] });
    const replacement = sampleRequest({ now: clock.now(), runtimeId: journal.lease.runtimeId });
    const answered = await journal.answer(sampleAnswer(original, { answer: 'edit', replacement }));
    assert.deepEqual(answered, { ok: false, why: 'not_pending', status: 'withdrawn' });
    assert.equal(await journal.approval(replacement.id), null);
  }),
];

export const answeringCases: readonly StoreCase[] = [...yesAndNo, ...more];
