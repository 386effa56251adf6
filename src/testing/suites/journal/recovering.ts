// Cases of the Journal about ends that nobody asked for: withdrawn, overdue, and left behind by a runtime that died.
import assert from 'node:assert/strict';
import { completedOutcome } from '../../fakes/sample-outcomes.ts';
import { sampleClaim, sampleEnd, sampleEvent, sampleStart } from '../../fakes/sample-request.ts';
import { sharedCase, storeCase, type StoreCase } from '../store-fixture.ts';
import { opened, statusOf } from './asking.ts';
import { approved } from './executing.ts';

/** Longer than a lease lives without a heartbeat. */
const silenceMs = 16_000;

const closing: readonly StoreCase[] = [
  storeCase('ends an open request with its note and its events', async (fixture) => {
    const { journal } = fixture;
    const record = await opened(fixture);
    const events = [sampleEvent({ approval: record.id })];
    assert.equal(
      await journal.close(record.id, ['pending', 'approved'], 'withdrawn', { note: 'never mind', events }),
      true,
    );
    const left = await journal.approval(record.id);
    assert.deepEqual([left?.status, left?.note], ['withdrawn', 'never mind']);
    assert.equal((await journal.events({})).length, 1);
  }),
  storeCase('leaves a request that is no longer in one of the statuses, and records nothing', async (fixture) => {
    const { journal } = fixture;
    const record = await approved(fixture);
    const events = [sampleEvent({ approval: record.id })];
    const before = (await journal.events({})).length;
    assert.equal(await journal.close(record.id, ['pending'], 'withdrawn', { note: 'x', events }), false);
    assert.equal(await journal.close('apr_never', ['pending'], 'withdrawn', { note: 'x', events }), false);
    assert.deepEqual(
      [await statusOf(journal, record.id), (await journal.approval(record.id))?.note],
      ['approved', null],
    );
    assert.equal((await journal.events({})).length, before);
  }),
  storeCase('marks what is overdue, pending or approved, once, and records each end', async (fixture) => {
    const { journal, clock } = fixture;
    const pending = await opened(fixture);
    const ready = await approved(fixture);
    const later = await opened(fixture, { expiresAt: pending.expiresAt + 1_000 });
    clock.advance(pending.expiresAt - clock.now());
    assert.deepEqual(await journal.expireOverdue(), [pending.id, ready.id]);
    assert.deepEqual(await journal.expireOverdue(), []);
    assert.equal(await statusOf(journal, later.id), 'pending');
    const ends = (await journal.events({ kinds: ['approval_closed'] })).map(({ envelope }) => [
      envelope['approval'],
      envelope['status'],
    ]);
    assert.deepEqual(ends, [
      [pending.id, 'expired'],
      [ready.id, 'expired'],
    ]);
  }),
];

const dying: readonly StoreCase[] = [
  sharedCase('interrupts what a dead runtime had started, and never starts it again', async (fixture, other) => {
    const { store, clock } = fixture;
    const revision = await store.policyRevision();
    const record = await approved(fixture);
    const claim = sampleClaim(record, revision);
    const plain = sampleStart(revision);
    await other.journal.begin(claim);
    clock.advance(1);
    await other.journal.begin(plain);
    clock.advance(silenceMs);
    await fixture.journal.heartbeat();
    assert.deepEqual(await fixture.journal.recover(), [claim.callId, plain.callId]);
    assert.deepEqual(await fixture.journal.recover(), []);
    assert.equal(await statusOf(fixture.journal, record.id), 'interrupted');
    assert.deepEqual(await fixture.journal.begin(sampleClaim(record, revision)), { ok: false, why: 'not_claimable' });
    const marked = await fixture.journal.events({ kinds: ['tool_interrupted'] });
    assert.deepEqual(
      marked.map(({ envelope }) => [envelope['call'], envelope['approval']]),
      [
        [claim.callId, record.id],
        [plain.callId, null],
      ],
    );
  }),
  sharedCase('interrupts what has not ended, and nothing that has, however many there were', async (fixture, other) => {
    const { journal, clock } = fixture;
    const revision = await fixture.store.policyRevision();
    const run = async (): Promise<void> => {
      const start = sampleStart(revision);
      await other.journal.begin(start);
      await other.journal.finish(sampleEnd(start));
    };
    await run();
    const first = sampleStart(revision);
    await other.journal.begin(first);
    await run();
    await other.journal.heartbeat();
    clock.advance(1);
    const second = sampleStart(revision);
    await other.journal.begin(second);
    await run();
    clock.advance(silenceMs);
    assert.deepEqual(await journal.recover(), [first.callId, second.callId]);
    assert.deepEqual(await journal.recover(), []);
  }),
  sharedCase('interrupts what a runtime started after it was taken for dead, once it is', async (fixture, other) => {
    const { journal, clock } = fixture;
    const revision = await fixture.store.policyRevision();
    const before = sampleStart(revision);
    await other.journal.begin(before);
    clock.advance(silenceMs);
    assert.deepEqual(await journal.recover(), [before.callId]);
    const after = sampleStart(revision);
    assert.equal((await other.journal.begin(after)).ok, true);
    assert.deepEqual(await journal.recover(), []);
    clock.advance(silenceMs);
    assert.deepEqual(await journal.recover(), [after.callId]);
  }),
  sharedCase('leaves the executions of a runtime that lives', async (fixture, other) => {
    const start = sampleStart(await fixture.store.policyRevision());
    await other.journal.begin(start);
    fixture.clock.advance(silenceMs);
    await other.journal.heartbeat();
    assert.deepEqual(await fixture.journal.recover(), []);
    assert.equal(await fixture.journal.isLive(other.journal.lease.runtimeId), true);
  }),
  sharedCase(
    'records the end of an execution that was taken for dead, and leaves its request interrupted',
    async (fixture, other) => {
      const record = await approved(fixture);
      const claim = sampleClaim(record, await fixture.store.policyRevision());
      await other.journal.begin(claim);
      fixture.clock.advance(silenceMs);
      await fixture.journal.recover();
      const receipts = await other.journal.finish(sampleEnd(claim, completedOutcome('late')));
      assert.equal(receipts.length, 1);
      assert.equal(await statusOf(fixture.journal, record.id), 'interrupted');
      const kinds = (await fixture.journal.events({ callId: claim.callId })).map(({ kind }) => kind);
      assert.deepEqual(kinds, ['policy_decision', 'tool_interrupted', 'tool_executed']);
    },
  ),
  storeCase('takes its own runtime for alive, and one that it never heard of for dead', async ({ journal }) => {
    assert.equal(await journal.isLive(journal.lease.runtimeId), true);
    assert.equal(await journal.isLive('run_never'), false);
  }),
  sharedCase(
    'lets a runtime of the same workspace claim for one that died, and not for one that lives',
    async (fixture, other) => {
      const { clock } = fixture;
      const record = await approved({ journal: other.journal, clock });
      const claimable = async () => (await fixture.journal.claimable()).map(({ id }) => id);
      assert.deepEqual(await claimable(), []);
      assert.deepEqual(
        (await other.journal.claimable()).map(({ id }) => id),
        [record.id],
      );
      clock.advance(silenceMs);
      assert.deepEqual(await claimable(), [record.id]);
    },
  ),
  sharedCase('lets no runtime of another workspace claim', async (fixture) => {
    const record = await approved(fixture);
    const elsewhere = await fixture.another?.('/elsewhere');
    fixture.clock.advance(silenceMs);
    assert.deepEqual(await elsewhere?.journal.claimable(), []);
    assert.deepEqual(
      (await fixture.journal.claimable()).map(({ id }) => id),
      [record.id],
    );
  }),
];

export const recoveringCases: readonly StoreCase[] = [...closing, ...dying];
