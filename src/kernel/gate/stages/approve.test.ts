import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../contract/index.ts';
import { sampleCaller } from '../../../testing/index.ts';
import { rule } from '../../../../test/fixtures/decision-input.ts';
import { askingTool, textResult } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate, type TestGate, type TestGateOptions } from '../../../../test/harness/test-gate.ts';

async function asking(more: TestGateOptions = {}) {
  const tool = askingTool({}, ({ text }) => textResult(`ran ${typeof text === 'string' ? text : 'nothing'}`));
  return { tool, ...(await createTestGate({ tools: [tool], ...more })) };
}

function idOf(outcome: Outcome): string {
  if (outcome.kind !== 'pending') throw new TypeError(`The call is ${outcome.kind}.`);
  return outcome.approval.id;
}

async function kindsOf(gate: TestGate, { callId }: Outcome): Promise<readonly string[]> {
  return (await gate.events(callId)).map(({ kind }) => kind);
}

describe('opening a request', () => {
  it('records the whole call, asks, and runs nothing', async () => {
    const gate = await asking();
    const outcome = await gate.call('asks', { text: 'a' });
    expect(outcome).toMatchObject({
      kind: 'pending',
      approval: {
        status: 'pending',
        tool: 'asks',
        title: 'Plain',
        arguments: { text: 'a' },
        risk: 'low',
        onceOnly: false,
      },
    });
    expect(await gate.record(idOf(outcome))).toMatchObject({
      caller: sampleCaller(),
      arguments: { text: 'a' },
      runtimeId: gate.journal.lease.runtimeId,
      workspace: '/workspace',
      expiresAt: gate.clock.now() + 24 * 60 * 60_000,
      sessionMode: 'readonly',
    });
    expect(gate.tool.runs).toEqual([]);
  });

  it('records the decision, the request and an alert, all under one call', async () => {
    const gate = await asking();
    const outcome = await gate.call('asks', { text: 'a' });
    const id = idOf(outcome);
    expect(await kindsOf(gate, outcome)).toEqual(['policy_decision', 'tool_requested']);
    expect((await gate.events()).map(({ kind, envelope }) => [kind, envelope['approval']])).toEqual([
      ['policy_decision', undefined],
      ['tool_requested', id],
      ['alert_raised', id],
    ]);
  });
});

describe('an equal call', () => {
  it('joins the open request, records that it did, and raises no second alert', async () => {
    const gate = await asking();
    const first = await gate.call('asks', { text: 'a' });
    const second = await gate.call('asks', '{ "text" : "a" }');
    expect(idOf(second)).toBe(idOf(first));
    expect(second.callId).not.toBe(first.callId);
    expect(await kindsOf(gate, second)).toEqual(['policy_decision', 'tool_requested']);
    const [, requested] = await gate.events(second.callId);
    expect(requested?.envelope).toMatchObject({ approval: idOf(first), joined: true });
    expect((await gate.events()).filter(({ kind }) => kind === 'alert_raised')).toHaveLength(1);
  });

  it('joins it also when both come at the same time', async () => {
    const gate = await asking();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => gate.call('asks', { text: 'a' })));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(await gate.journal.approvals({})).toHaveLength(1);
  });

  it.each([{ principal: 'user:2' }, { session: 'session_2' }])(
    'of another caller asks for itself: %j',
    async (caller) => {
      const gate = await asking();
      expect(idOf(await gate.call('asks', {}, caller))).not.toBe(idOf(await gate.call('asks', {})));
    },
  );

  it('waits while the request is approved or under way, and gets the outcome once', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', { text: 'a' }));
    await gate.answer(id, { act: 'once' });
    expect(await gate.call('asks', { text: 'a' })).toMatchObject({
      kind: 'pending',
      approval: { id, status: 'approved' },
    });
    const ran = await gate.claim(id);
    expect(ran).toMatchObject({ kind: 'completed', observation: { text: 'ran a' } });
    const collected = await gate.call('asks', { text: 'a' });
    expect(collected).toMatchObject({ kind: 'completed', callId: ran?.callId, observation: { text: 'ran a' } });
    const again = await gate.call('asks', { text: 'a' });
    expect(again.kind).toBe('pending');
    expect(idOf(again)).not.toBe(id);
    expect(gate.tool.runs).toHaveLength(1);
  });

  it('is recorded as the one that collected, and not as another execution', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.answer(id, { act: 'once' });
    await gate.claim(id);
    await gate.call('asks', {});
    const events = await gate.events();
    expect(events.filter(({ kind }) => kind === 'tool_executed')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ kind: 'tool_requested', envelope: { approval: id, collected: true } });
    expect(events.at(-1)?.envelope['call']).toBe(events.at(-2)?.envelope['call']);
  });

  it('gets the outcome to one of several that come at the same time; the others ask anew', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.answer(id, { act: 'once' });
    await gate.claim(id);
    const kinds = (await Promise.all([1, 2, 3].map(() => gate.call('asks', {})))).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['completed', 'pending', 'pending']);
    expect(gate.tool.runs).toHaveLength(1);
  });

  it('does not run again what was asked about, also where nothing asks any more', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.answer(id, { act: 'once' });
    await gate.claim(id);
    await gate.memories.rules.add(rule('r1', { effect: 'ALLOW', tool: 'asks' }), 'user:owner');
    const outcomes = [await gate.call('asks', {}), await gate.call('asks', {})];
    expect(outcomes.map(({ kind, decision }) => [kind, decision?.effect])).toEqual([
      ['completed', 'ASK'],
      ['completed', 'ALLOW'],
    ]);
    expect(gate.tool.runs).toHaveLength(2);
  });

  it('runs at once where it is allowed by now, and the request that waited can no longer be answered', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.memories.rules.add(rule('r1', { effect: 'ALLOW', tool: 'asks' }), 'user:owner');
    expect(await gate.call('asks', {})).toMatchObject({ kind: 'completed', decision: { effect: 'ALLOW' } });
    expect(await gate.record(id)).toMatchObject({
      status: 'withdrawn',
      note: 'The same call was allowed meanwhile and ran without the answer.',
    });
    await expect(gate.answer(id, { act: 'once' })).rejects.toMatchObject({ code: 'not_answerable' });
    expect(gate.tool.runs).toHaveLength(1);
  });

  it('runs once where its request is approved in the moment in which it is allowed', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.memories.rules.add(rule('r1', { effect: 'ALLOW', tool: 'asks' }), 'user:owner');
    const { equalRequest } = gate.journal;
    Object.assign(gate.journal, {
      async equalRequest(...query: Parameters<typeof equalRequest>) {
        const found = await equalRequest(...query);
        if (found?.status === 'pending') await gate.answer(id, { act: 'once' });
        return found;
      },
    });
    expect(await gate.call('asks', {})).toMatchObject({ kind: 'pending', approval: { id, status: 'approved' } });
    await gate.claim(id);
    expect(await gate.call('asks', {})).toMatchObject({ kind: 'completed' });
    expect(gate.tool.runs).toHaveLength(1);
  });
});

describe('a request that ended without running', () => {
  it('tells a denied caller so once, with the note, and counts it', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.answer(id, { act: 'deny', note: 'Not on a Friday.' });
    const told = await gate.call('asks', {});
    expect(told).toMatchObject({
      kind: 'refused',
      by: 'approve',
      code: 'approval_denied',
      reason: 'The approver said no. Not on a Friday.',
    });
    const [, denied] = await gate.events(told.callId);
    expect(denied).toMatchObject({
      kind: 'tool_denied',
      envelope: { by: 'approve', code: 'approval_denied', approval: id, count: 1 },
    });
    expect(idOf(await gate.call('asks', {}))).not.toBe(id);
    expect(gate.tool.runs).toEqual([]);
  });

  it('asks anew after one that nobody answered in time', async () => {
    const gate = await asking({ limits: { approvalMs: 1_000 } });
    const id = idOf(await gate.call('asks', {}));
    gate.clock.advance(1_000);
    await expect(gate.answer(id, { act: 'once' })).rejects.toMatchObject({ code: 'not_answerable' });
    expect(idOf(await gate.call('asks', {}))).not.toBe(id);
    expect(await gate.record(id)).toMatchObject({ status: 'expired', arguments: null });
  });

  it('asks anew after one that was taken back', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.journal.close(id, ['pending'], 'withdrawn', { note: null, events: [] });
    expect(idOf(await gate.call('asks', {}))).not.toBe(id);
  });
});

describe('an edited request', () => {
  async function edited(json: string) {
    const gate = await asking();
    const id = idOf(await gate.call('asks', { text: 'a' }));
    const end = await gate.answer(id, { act: 'edit', arguments: json });
    return { gate, id, end };
  }

  it('brings the outcome of the edited call, with a note of what ran', async () => {
    const { gate, id, end } = await edited('{"text": "b"}');
    if (!end.ok) throw new TypeError('It was taken.');
    expect(end.record).toMatchObject({ status: 'approved', supersedes: id, arguments: { text: 'b' } });
    expect(await gate.record(id)).toMatchObject({ status: 'superseded', supersededBy: end.record.id });
    expect(await gate.call('asks', { text: 'a' })).toMatchObject({
      kind: 'pending',
      approval: { id: end.record.id, status: 'approved' },
    });
    await gate.claim(end.record.id);
    const note = '[The approver changed the arguments to {"text":"b"} before this ran.]';
    expect(await gate.call('asks', { text: 'a' })).toMatchObject({
      kind: 'completed',
      observation: { text: `${note}\nran b`, blocks: [{ text: note }, { text: 'ran b' }] },
    });
    expect(gate.tool.runs.map(({ args }) => args)).toEqual([{ text: 'b' }]);
    expect(idOf(await gate.call('asks', { text: 'a' }))).not.toBe(id);
  });

  it('says also of a failed one that it was edited', async () => {
    const tool = askingTool({}, () => Promise.reject(new Error('broke')));
    const gate = await createTestGate({ tools: [tool] });
    const end = await gate.answer(idOf(await gate.call('asks', { text: 'a' })), {
      act: 'edit',
      arguments: '{"text": "b"}',
    });
    if (!end.ok) throw new TypeError('It was taken.');
    await gate.claim(end.record.id);
    expect(await gate.call('asks', { text: 'a' })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^\[The approver changed .*\] broke$/),
    });
  });

  it.each(['no json', '{"unknown": 1}', '{"text": 5}'])('stays open where the edit is refused: %s', async (json) => {
    const { gate, id, end } = await edited(json);
    expect(end).toMatchObject({ ok: false, outcome: { kind: 'refused', code: 'invalid_arguments' } });
    expect(await gate.record(id)).toMatchObject({ status: 'pending', arguments: { text: 'a' } });
    expect(gate.tool.runs).toEqual([]);
  });

  it('stays open where the edit is denied', async () => {
    const tool = askingTool({ targets: [{ pointer: '/text', kind: 'name', action: 'use' }] });
    const gate = await createTestGate({
      tools: [tool],
      rules: [rule('r1', { effect: 'DENY', tool: 'asks', target: 'bad' })],
    });
    const id = idOf(await gate.call('asks', { text: 'good' }));
    expect(await gate.answer(id, { act: 'edit', arguments: '{"text": "bad"}' })).toMatchObject({
      ok: false,
      outcome: { code: 'denied' },
    });
    expect(await gate.record(id)).toMatchObject({ status: 'pending' });
  });
});

describe('collecting by id', () => {
  it('gives the caller the state of an open request, and the outcome once', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', { text: 'a' }));
    const collect = () => gate.gate.collect(sampleCaller(), id);
    expect(await collect()).toMatchObject({ kind: 'pending', approval: { id, status: 'pending' } });
    await gate.answer(id, { act: 'once' });
    expect(await collect()).toMatchObject({ kind: 'pending', approval: { status: 'approved' } });
    await gate.claim(id);
    expect(await collect()).toMatchObject({ kind: 'completed', observation: { text: 'ran a' } });
    expect(await collect()).toMatchObject({ kind: 'refused', code: 'unknown_approval' });
  });

  it('knows nothing of a request of another principal, to the byte, in every status', async () => {
    const gate = await asking();
    const stranger = sampleCaller({ principal: 'user:2' });
    const id = idOf(await gate.call('asks', {}));
    const never = `${id.slice(0, -1)}${id.endsWith('a') ? 'b' : 'a'}`;
    const unknown = async () => ({ ...(await gate.gate.collect(stranger, never)), callId: id });
    expect(await gate.gate.collect(stranger, id)).toEqual(await unknown());
    await gate.answer(id, { act: 'once' });
    await gate.claim(id);
    expect(await gate.gate.collect(stranger, id)).toEqual(await unknown());
    expect(await gate.gate.collect(sampleCaller(), id)).toMatchObject({ kind: 'completed' });
  });

  it('tells what became of one that ended without running', async () => {
    const gate = await asking();
    const id = idOf(await gate.call('asks', {}));
    await gate.answer(id, { act: 'deny', note: 'No.' });
    expect(await gate.gate.collect(sampleCaller(), id)).toMatchObject({
      kind: 'refused',
      code: 'approval_denied',
      reason: 'The approver said no. No.',
    });
  });

  it.each(['', 'apr_', 'nonsense', '__proto__'])('refuses the id %j', async (id) => {
    expect(await (await asking()).gate.collect(sampleCaller(), id)).toMatchObject({
      kind: 'refused',
      code: 'unknown_approval',
    });
  });

  it('refuses while the store is away', async () => {
    const gate = await asking({
      wrapJournal: (journal) => ({ ...journal, approval: () => Promise.reject(new Error('gone')) }),
    });
    expect(await gate.gate.collect(sampleCaller(), 'apr_1')).toMatchObject({
      kind: 'refused',
      by: 'approve',
      code: 'internal',
      unrecorded: true,
    });
  });
});
