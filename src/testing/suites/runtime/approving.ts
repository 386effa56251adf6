// Requests for approval: who sees them, what an answer does, and who gets the outcome.
import assert from 'node:assert/strict';
import { expectFault, expectKind, runtimeCase, type RuntimeCase } from './runtime-case.ts';

const answers: readonly RuntimeCase[] = [
  runtimeCase(
    'runs an approved call once, and hands its outcome to the equal call that follows, once',
    async ({ owner, ask, call, readText }) => {
      const { approval } = await ask('a.txt', 'one');
      const answered = await owner.answer(approval.id, { act: 'once' }, { by: 'user:7' });
      assert.equal(answered.outcome?.kind, 'completed');
      assert.equal(answered.approval.status, 'completed');
      assert.equal(readText('a.txt'), 'one');
      const collected = await call('file_write', { filename: 'a.txt', content: 'one' });
      assert.deepEqual(
        expectKind(collected, 'completed').observation,
        expectKind(answered.outcome, 'completed').observation,
      );
      await ask('a.txt', 'one');
    },
  ),
  runtimeCase('joins equal calls in one request', async ({ ask, runtime, person }) => {
    const [first, second] = [await ask('a.txt', 'one'), await ask('a.txt', 'one')];
    assert.equal(first.approval.id, second.approval.id);
    assert.equal((await runtime.approvals(person, {})).length, 1);
  }),
  runtimeCase(
    'hands an outcome out by id, once, to whoever asked',
    async ({ owner, ask, runtime, client, stranger }) => {
      const { approval } = await ask('a.txt', 'one');
      assert.equal(expectKind(await runtime.collect(client, approval.id), 'pending').approval.id, approval.id);
      await owner.answer(approval.id, { act: 'once' }, { by: 'user:7' });
      assert.equal(expectKind(await runtime.collect(stranger, approval.id), 'refused').code, 'unknown_approval');
      expectKind(await runtime.collect(client, approval.id), 'completed');
      assert.equal(expectKind(await runtime.collect(client, approval.id), 'refused').code, 'unknown_approval');
    },
  ),
  runtimeCase(
    'does not ask again in a session that was granted, and does once the grant is revoked',
    async ({ owner, ask, call, runtime, client, stranger }) => {
      const { approval } = await ask('a.txt', 'one');
      await owner.answer(approval.id, { act: 'session', minutes: 10 }, { by: 'user:7' });
      expectKind(await runtime.collect(client, approval.id), 'completed');
      const granted = expectKind(await call('file_write', { filename: 'a.txt', content: 'two' }), 'completed');
      const [grant] = await runtime.grants();
      assert(grant !== undefined);
      assert.equal(granted.decision?.grant, grant.id);
      assert.deepEqual([grant.tool, grant.principal, grant.approvalId], ['file_write', client.principal, approval.id]);
      expectKind(await call('file_write', { filename: 'b.txt', content: 'two' }), 'pending');
      expectKind(await call('file_write', { filename: 'a.txt', content: 'two' }, { caller: stranger }), 'pending');
      await owner.revokeGrant(grant.id, 'user:7');
      assert.deepEqual(await runtime.grants(), []);
      await ask('a.txt', 'three');
      await expectFault(owner.revokeGrant(grant.id, 'user:7'), 'unknown_grant');
    },
  ),
  runtimeCase(
    'runs what the approver changed a call to, and tells its caller',
    async ({ owner, ask, runtime, client, readText }) => {
      const { approval } = await ask('a.txt', 'one');
      const answered = await owner.answer(
        approval.id,
        { act: 'edit', arguments: '{"filename":"a.txt","content":"edited"}' },
        { by: 'user:7' },
      );
      assert.equal(answered.outcome?.kind, 'completed');
      assert.equal(answered.approval.supersedes, approval.id);
      assert.equal(readText('a.txt'), 'edited');
      assert.equal((await runtime.approval(client, approval.id))?.status, 'superseded');
      assert.match(expectKind(await runtime.collect(client, approval.id), 'completed').observation.text, /edited/);
    },
  ),
  runtimeCase('leaves a request open whose change is refused', async ({ owner, ask, runtime, client, readText }) => {
    const { approval } = await ask('a.txt', 'one');
    const edits: readonly (readonly [string, string])[] = [
      ['{"filename":".git/hooks/pre-commit","content":"x"}', 'denied'],
      ['{"filename":"a.txt"', 'invalid_arguments'],
      ['{"filename":1}', 'invalid_arguments'],
    ];
    for (const [edit, code] of edits) {
      const answered = await owner.answer(approval.id, { act: 'edit', arguments: edit }, { by: 'user:7' });
      assert(answered.outcome !== null);
      assert.equal(expectKind(answered.outcome, 'refused').code, code);
      assert.equal((await runtime.approval(client, approval.id))?.status, 'pending');
    }
    assert.equal(readText('a.txt'), null);
  }),
  runtimeCase('tells the caller of a no and its reason, and runs nothing', async ({ owner, ask, call, readText }) => {
    const { approval } = await ask('a.txt', 'one');
    const answered = await owner.answer(approval.id, { act: 'deny', note: 'not on a Friday' }, { by: 'user:7' });
    assert.deepEqual(
      [answered.outcome, answered.approval.status, answered.approval.note],
      [null, 'denied', 'not on a Friday'],
    );
    const refused = expectKind(await call('file_write', { filename: 'a.txt', content: 'one' }), 'refused');
    assert.equal(refused.code, 'approval_denied');
    assert.match(refused.reason, /not on a Friday/);
    assert.equal(readText('a.txt'), null);
  }),
  runtimeCase('takes one answer for a request, and none for what is no request', async ({ owner, ask }) => {
    const { approval } = await ask('a.txt', 'one');
    await owner.answer(approval.id, { act: 'deny' }, { by: 'user:7' });
    await expectFault(owner.answer(approval.id, { act: 'once' }, { by: 'user:7' }), 'not_answerable');
    for (const id of ['apr_none', 'constructor', 'a/../b', '%2e%2e']) {
      await expectFault(owner.answer(id, { act: 'once' }, { by: 'user:7' }), 'unknown_approval');
    }
  }),
  runtimeCase('grants no session for a time that is none', async ({ owner, ask }) => {
    const { approval } = await ask('a.txt', 'one');
    for (const minutes of [0, -1, 100_000])
      await expectFault(owner.answer(approval.id, { act: 'session', minutes }, { by: 'user:7' }), 'not_answerable');
  }),
];

const views: readonly RuntimeCase[] = [
  runtimeCase(
    'shows a client its own requests, and the owner all',
    async ({ ask, runtime, client, stranger, person }) => {
      const own = await ask('a.txt', 'one');
      const other = await ask('b.txt', 'two', { caller: stranger });
      const ids = async (caller: typeof client) => (await runtime.approvals(caller, {})).map(({ id }) => id);
      assert.deepEqual(await ids(client), [own.approval.id]);
      assert.deepEqual(await ids(stranger), [other.approval.id]);
      assert.deepEqual((await ids(person)).toSorted(), [own.approval.id, other.approval.id].toSorted());
      assert.equal(await runtime.approval(stranger, own.approval.id), null);
      assert.deepEqual(await runtime.approval(client, own.approval.id), own.approval);
      assert.deepEqual(await runtime.approval(person, own.approval.id), own.approval);
      assert.equal(await runtime.approval(person, 'constructor'), null);
    },
  ),
  runtimeCase('lists what is open, or all, and as many as are asked for', async ({ ask, owner, runtime, person }) => {
    const { approval } = await ask('a.txt', 'one');
    await owner.answer(approval.id, { act: 'deny' }, { by: 'user:7' });
    const open = await ask('b.txt', 'two');
    assert.deepEqual(
      (await runtime.approvals(person, {})).map(({ id }) => id),
      [open.approval.id],
    );
    assert.deepEqual(
      (await runtime.approvals(person, { show: 'all' })).map(({ id }) => id).toSorted(),
      [approval.id, open.approval.id].toSorted(),
    );
    assert.equal((await runtime.approvals(person, { show: 'all', limit: 1 })).length, 1);
  }),
  runtimeCase('lets a caller take back its own request, once', async ({ ask, owner, runtime, client, stranger }) => {
    const { approval } = await ask('a.txt', 'one');
    assert.equal(await runtime.withdraw(stranger, approval.id), false);
    assert.equal(await runtime.withdraw(client, 'apr_none'), false);
    assert.equal(await runtime.withdraw(client, approval.id), true);
    assert.equal(await runtime.withdraw(client, approval.id), false);
    await expectFault(owner.answer(approval.id, { act: 'once' }, { by: 'user:7' }), 'not_answerable');
    assert.notEqual((await ask('a.txt', 'one')).approval.id, approval.id);
  }),
  runtimeCase(
    'takes no answer of a client that the operator did not allow to give one',
    async ({ ask, runtime, client, readText }) => {
      const { approval } = await ask('a.txt', 'one');
      assert.equal(runtime.mayElicit(client), false);
      await expectFault(runtime.elicited(client, approval.id, { accepted: true }), 'not_the_owner');
      assert.equal((await runtime.approval(client, approval.id))?.status, 'pending');
      assert.equal(readText('a.txt'), null);
    },
  ),
];

export const approvingCases: readonly RuntimeCase[] = [...answers, ...views];
