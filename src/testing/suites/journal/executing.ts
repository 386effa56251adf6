// Cases of the Journal about executions: what starts only once, what does not start, and how ends are kept and handed out.
import assert from 'node:assert/strict';
import type { ApprovalRecord, ExecutionStart } from '../../../contract/index.ts';
import { completedOutcome, failedOutcome } from '../../fakes/sample-outcomes.ts';
import { sampleAnswer, sampleClaim, sampleEnd, sampleGrant, sampleStart } from '../../fakes/sample-request.ts';
import { sharedCase, storeCase, type StoreCase, type StoreFixture } from '../store-fixture.ts';
import { opened, statusOf } from './asking.ts';

export async function approved(
  fixture: Pick<StoreFixture, 'journal' | 'clock'>,
  more: Partial<ApprovalRecord> = {},
): Promise<ApprovalRecord> {
  const answered = await fixture.journal.answer(sampleAnswer(await opened(fixture, more)));
  assert.ok(answered.ok);
  return answered.record;
}

const starting: readonly StoreCase[] = [
  storeCase('records an allowed call before and after, in one chain', async ({ journal, store }) => {
    const start = sampleStart(await store.policyRevision());
    const begun = await journal.begin(start);
    assert.ok(begun.ok);
    const ended = await journal.finish(sampleEnd(start));
    const receipts = [...begun.receipts, ...ended];
    assert.deepEqual(
      receipts.map(({ callId, seq }) => [callId, seq]),
      [
        [start.callId, 1],
        [start.callId, 2],
      ],
    );
    assert.deepEqual(
      receipts.map(({ writer }) => writer),
      [journal.lease.runtimeId, journal.lease.runtimeId],
    );
    assert.deepEqual(
      (await journal.events({})).map(({ kind, hash }) => [kind, hash]),
      [
        ['policy_decision', receipts[0]?.hash],
        ['tool_executed', receipts[1]?.hash],
      ],
    );
  }),
  storeCase('starts nothing that was decided under another policy', async ({ journal, store }) => {
    const revision = await store.policyRevision();
    await store.write({ movesPolicy: true });
    assert.deepEqual(await journal.begin(sampleStart(revision)), { ok: false, why: 'policy_moved' });
    assert.deepEqual(await journal.events({}), []);
  }),
  storeCase('starts nothing on a grant that is over, revoked, or never was', async (fixture) => {
    const { journal, store, clock } = fixture;
    const record = await opened(fixture);
    const grant = sampleGrant(record, clock.now());
    await journal.answer(sampleAnswer(record, { answer: 'session', grant }));
    const begin = async (grantId: string) => journal.begin(sampleStart(await store.policyRevision(), { grantId }));
    assert.equal((await begin(grant.id)).ok, true);
    assert.deepEqual(await begin('gr_never'), { ok: false, why: 'grant_gone' });
    clock.advance(grant.expiresAt - clock.now());
    assert.deepEqual(await begin(grant.id), { ok: false, why: 'grant_gone' });
    const [kept] = await store.list('grants');
    assert.ok(kept !== undefined);
    const body = { ...kept.body, expiresAt: clock.now() + 1_000, revokedAt: clock.now() };
    await store.write({ puts: [{ ...kept, body }], movesPolicy: true });
    assert.deepEqual(await begin(grant.id), { ok: false, why: 'grant_gone' });
  }),
  storeCase('starts nothing while a request of an equal call is open, or has an end to hand out', async (fixture) => {
    const { journal, store } = fixture;
    const record = await opened(fixture);
    const { principal, session } = record.caller;
    const equal = { principal, session, argumentKey: record.argumentKey };
    const begin = async (unlessRequested: ExecutionStart['unlessRequested']) =>
      journal.begin(sampleStart(await store.policyRevision(), { unlessRequested }));
    assert.deepEqual(await begin(equal), { ok: false, why: 'requested' });
    for (const other of [{ principal: 'user:2' }, { session: 'session_2' }, { argumentKey: 'key_other' }])
      assert.equal((await begin({ ...equal, ...other })).ok, true);
    await journal.answer(sampleAnswer(record, { answer: 'deny' }));
    assert.deepEqual(await begin(equal), { ok: false, why: 'requested' });
    await journal.deliver(record.id);
    assert.equal((await begin(equal)).ok, true);
  }),
];

const requesting: readonly StoreCase[] = [
  storeCase('starts no call while a request of an equal one is open, or final and not handed out', async (fixture) => {
    const { journal, store } = fixture;
    const revision = await store.policyRevision();
    const record = await opened(fixture);
    const { argumentKey, caller } = record;
    const unlessRequested = { principal: caller.principal, session: caller.session, argumentKey };
    const begin = () => journal.begin(sampleStart(revision, { unlessRequested }));
    assert.deepEqual(await begin(), { ok: false, why: 'requested' });
    await journal.answer(sampleAnswer(record, { answer: 'deny' }));
    assert.deepEqual(await begin(), { ok: false, why: 'requested' });
    assert.equal((await journal.events({ kinds: ['policy_decision'] })).length, 0);
    for (const other of [{ principal: 'user:2' }, { session: 'other' }, { argumentKey: 'other' }]) {
      const start = sampleStart(revision, { unlessRequested: { ...unlessRequested, ...other } });
      assert.equal((await journal.begin(start)).ok, true);
    }
    await journal.deliver(record.id);
    assert.equal((await begin()).ok, true);
  }),
];

const claiming: readonly StoreCase[] = [
  storeCase('lets an approved request be claimed once', async (fixture) => {
    const { journal, store } = fixture;
    const record = await approved(fixture);
    const revision = await store.policyRevision();
    assert.equal((await journal.begin(sampleClaim(record, revision))).ok, true);
    assert.equal(await statusOf(journal, record.id), 'executing');
    assert.deepEqual(await journal.begin(sampleClaim(record, revision)), { ok: false, why: 'not_claimable' });
    assert.deepEqual(await journal.claimable(), []);
  }),
  storeCase(
    'lets nothing else be claimed: not pending, denied, of another hash, overdue or unknown',
    async (fixture) => {
      const { journal, store, clock } = fixture;
      const pending = await opened(fixture);
      const denied = await opened(fixture);
      await journal.answer(sampleAnswer(denied, { answer: 'deny' }));
      const ready = await approved(fixture);
      const revision = await store.policyRevision();
      for (const record of [pending, denied, { ...ready, requestHash: 'another' }, { ...ready, id: 'apr_never' }]) {
        assert.deepEqual(await journal.begin(sampleClaim(record, revision)), { ok: false, why: 'not_claimable' });
      }
      clock.advance(ready.expiresAt - clock.now());
      assert.deepEqual(await journal.begin(sampleClaim(ready, revision)), { ok: false, why: 'not_claimable' });
      assert.equal(await statusOf(journal, ready.id), 'expired');
      assert.deepEqual(await journal.claimable(), []);
    },
  ),
  storeCase('does not claim where the policy moved, and claims under the new one', async (fixture) => {
    const { journal, store } = fixture;
    const record = await approved(fixture);
    const revision = await store.policyRevision();
    const moved = await store.write({ movesPolicy: true });
    assert.deepEqual(await journal.begin(sampleClaim(record, revision)), { ok: false, why: 'policy_moved' });
    assert.equal(await statusOf(journal, record.id), 'approved');
    assert.equal((await journal.begin(sampleClaim(record, moved))).ok, true);
  }),
  sharedCase('lets one of two runtimes claim that claim at the same time', async (fixture, other) => {
    const revision = await fixture.store.policyRevision();
    for (let round = 0; round < 20; round++) {
      const record = await approved(fixture);
      const claims = await Promise.all([
        fixture.journal.begin(sampleClaim(record, revision)),
        other.journal.begin(sampleClaim(record, revision)),
      ]);
      assert.equal(claims.filter(({ ok }) => ok).length, 1);
    }
  }),
];

const ending: readonly StoreCase[] = [
  storeCase('hands the outcome out once, and then has neither it nor the arguments', async (fixture) => {
    const { journal, store } = fixture;
    const record = await approved(fixture);
    const claim = sampleClaim(record, await store.policyRevision());
    await journal.begin(claim);
    const outcome = completedOutcome('the result');
    await journal.finish(sampleEnd(claim, outcome));
    const delivered = await journal.deliver(record.id);
    assert.deepEqual(
      [delivered?.status, delivered?.outcome, delivered?.arguments],
      ['completed', outcome, record.arguments],
    );
    assert.equal(await journal.deliver(record.id), null);
    const left = await journal.approval(record.id);
    assert.deepEqual(
      [left?.status, left?.outcome, left?.arguments, left?.targets],
      ['completed', null, null, record.targets],
    );
  }),
  sharedCase('hands the outcome to one of two that ask for it at the same time', async (fixture, other) => {
    const record = await opened(fixture);
    await fixture.journal.answer(sampleAnswer(record, { answer: 'deny' }));
    const taken = await Promise.all([fixture.journal.deliver(record.id), other.journal.deliver(record.id)]);
    assert.equal(taken.filter((one) => one !== null).length, 1);
  }),
  storeCase('keeps the end of a failed execution', async (fixture) => {
    const { journal, store } = fixture;
    const record = await approved(fixture);
    const claim = sampleClaim(record, await store.policyRevision());
    await journal.begin(claim);
    await journal.finish(sampleEnd(claim, failedOutcome()));
    assert.deepEqual((await journal.deliver(record.id))?.outcome, failedOutcome());
  }),
  storeCase('hands nothing out while a request is open, nor of one that never was', async (fixture) => {
    const { journal } = fixture;
    const record = await approved(fixture);
    assert.equal(await journal.deliver(record.id), null);
    assert.equal(await journal.deliver('apr_never'), null);
    assert.deepEqual((await journal.approval(record.id))?.arguments, record.arguments);
  }),
  storeCase('finds the request of an equal call while it is open, or final and not handed out', async (fixture) => {
    const { journal } = fixture;
    const record = await opened(fixture);
    const equal = async () =>
      (await journal.equalRequest(record.caller.principal, record.caller.session, record.argumentKey))?.status;
    assert.equal(await equal(), 'pending');
    await journal.answer(sampleAnswer(record, { answer: 'deny' }));
    assert.equal(await equal(), 'denied');
    await journal.deliver(record.id);
    assert.equal(await equal(), undefined);
    assert.equal(await journal.equalRequest('user:2', record.caller.session, record.argumentKey), null);
  }),
];

export const executingCases: readonly StoreCase[] = [...starting, ...requesting, ...claiming, ...ending];
