import { describe, expect, it } from 'vitest';
import type { Call, Outcome } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { rule } from '../../../test/fixtures/decision-input.ts';
import { createFailingJournal } from '../../../test/harness/failing-journal.ts';
import { askingTool, scriptedTool, textResult } from '../../../test/harness/scripted-tool.ts';
import { createTestGate, type TestGateOptions } from '../../../test/harness/test-gate.ts';

const refusedForTheStore = { kind: 'refused', code: 'store_unavailable', receipt: null, unrecorded: true };

async function onFailingStore(more: TestGateOptions = {}) {
  const journal = createFailingJournal();
  const plain = scriptedTool();
  const asks = askingTool();
  const gate = await createTestGate({ tools: [plain, asks], wrapJournal: journal.wrap, ...more });
  return { store: journal, plain, asks, ...gate };
}

describe('a store that is away', () => {
  it('refuses an allowed call before it runs', async () => {
    const { store, call, plain } = await onFailingStore();
    store.fail('begin');
    expect(await call('plain')).toMatchObject(refusedForTheStore);
    expect(plain.runs).toEqual([]);
    store.heal();
    expect(await call('plain')).toMatchObject({ kind: 'completed' });
  });

  it('refuses a call that asks', async () => {
    const { store, call, journal } = await onFailingStore();
    store.fail('ask');
    expect(await call('asks')).toMatchObject(refusedForTheStore);
    expect(await journal.approvals({})).toEqual([]);
  });

  it.each(['append', 'equalRequest', 'deliver'] as const)(
    'refuses a call that would collect while %s fails, and loses nothing of it',
    async (operation) => {
      const gate = await onFailingStore();
      const asked = await gate.call('asks');
      if (asked.kind !== 'pending') throw new TypeError('It asks.');
      await gate.answer(asked.approval.id, { act: 'once' });
      await gate.claim(asked.approval.id);
      gate.store.fail(operation);
      const first = await gate.call('asks');
      gate.store.heal();
      const second = await gate.call('asks');
      const collected = [first, second].filter(({ kind }) => kind === 'completed');
      expect(collected).toHaveLength(1);
      expect(first).toMatchObject(
        operation === 'append' ? { kind: 'completed', unrecorded: true } : refusedForTheStore,
      );
      expect(gate.asks.runs).toHaveLength(1);
      expect((await gate.events()).filter(({ envelope }) => envelope['collected'] === true)).toHaveLength(1);
    },
  );

  it('refuses a call that would join an open request', async () => {
    const { store, call } = await onFailingStore();
    await call('asks');
    store.fail('append');
    expect(await call('asks')).toMatchObject(refusedForTheStore);
    store.heal();
    expect(await call('asks')).toMatchObject({ kind: 'pending' });
  });

  it.each<[string, string, Partial<Call['caller']>]>([
    ['an unknown tool', 'nothing', {}],
    ['a forbidden context', 'plain', { forbidden: 'replay' }],
    ['a denied call', 'asks', { attended: false }],
  ])('is what %s is refused for', async (_what, tool, caller) => {
    const { store, call } = await onFailingStore();
    store.fail('append');
    expect(await call(tool, {}, caller)).toMatchObject(refusedForTheStore);
  });

  it('is asked once and no second time for a refusal that it cannot take', async () => {
    const { store, call } = await onFailingStore();
    store.fail('append');
    await call('nothing');
    expect(store.failed).toEqual(['append']);
  });
});

describe('an end that could not be recorded', () => {
  it('is told as unrecorded, and refuses every call until it is written', async () => {
    const { store, call, plain, gate, events } = await onFailingStore();
    store.fail('finish');
    const outcome = await call('plain');
    expect(outcome).toMatchObject({ kind: 'completed', observation: { text: 'done' }, unrecorded: true });
    expect(outcome.receipt).not.toBeNull();
    for (const tool of ['plain', 'asks', 'nothing']) expect(await call(tool)).toMatchObject(refusedForTheStore);
    expect(plain.runs).toHaveLength(1);
    // An explanation writes nothing, so it needs no store.
    expect(await gate.explain({ tool: 'plain', arguments: { value: {} }, caller: sampleCaller() })).toMatchObject({
      decision: { effect: 'ALLOW' },
    });
    store.heal();
    expect(await call('plain')).toMatchObject({ kind: 'completed', unrecorded: false });
    expect((await events(outcome.callId)).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_executed']);
  });

  it('is written once, and none is lost, when many calls come at the same time', async () => {
    const { store, call, events } = await onFailingStore();
    const unrecorded: Outcome[] = [];
    store.fail('finish');
    unrecorded.push(...(await Promise.all([call('plain'), call('plain'), call('plain')])));
    expect(unrecorded.map((outcome) => outcome.unrecorded)).toEqual([true, true, true]);
    store.heal();
    await Promise.all(Array.from({ length: 5 }, () => call('plain')));
    for (const { callId } of unrecorded) {
      expect((await events(callId)).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_executed']);
    }
  });

  it('is in the chain, which holds', async () => {
    const { store, call, opened } = await onFailingStore();
    store.fail('finish');
    await call('plain');
    store.heal();
    await call('plain');
    expect(await opened.audit.verify()).toMatchObject({ ok: true, events: 4, problems: [] });
  });
});

describe('a policy that moves between the decision and the start', () => {
  it('decides anew under the policy that holds', async () => {
    const tool = scriptedTool();
    let moves = 1;
    const gate = await createTestGate({
      tools: [tool],
      wrapJournal: (journal) => ({
        ...journal,
        async begin(begun) {
          if (moves > 0) {
            moves -= 1;
            await gate.memories.rules.add(rule('r1', { effect: 'DENY', tool: 'plain' }), 'user:owner');
          }
          return journal.begin(begun);
        },
      }),
    });
    expect(await gate.call('plain')).toMatchObject({
      kind: 'refused',
      code: 'denied',
      decision: { reasons: [{ source: 'rule', id: 'r1' }] },
    });
    expect(tool.runs).toEqual([]);
  });

  it('runs once where the new policy allows it too', async () => {
    const tool = scriptedTool();
    let moves = 3;
    const gate = await createTestGate({
      tools: [tool],
      wrapJournal: (journal) => ({
        ...journal,
        async begin(begun) {
          moves -= 1;
          if (moves > 0) await gate.opened.store.write({ movesPolicy: true });
          return journal.begin(begun);
        },
      }),
    });
    const outcome = await gate.call('plain');
    expect(outcome).toMatchObject({ kind: 'completed' });
    expect(tool.runs).toHaveLength(1);
    expect((await gate.events(outcome.callId)).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_executed']);
  });

  it('is refused and recorded where it never stands still', async () => {
    const tool = scriptedTool();
    const gate = await createTestGate({
      tools: [tool],
      wrapJournal: (journal) => ({ ...journal, begin: async () => ({ ok: false, why: 'policy_moved' }) }),
    });
    const outcome = await gate.call('plain');
    expect(outcome).toMatchObject({ kind: 'refused', by: 'execute', code: 'internal', unrecorded: false });
    expect(tool.runs).toEqual([]);
    expect((await gate.events(outcome.callId)).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_denied']);
  });

  it('does not run on a grant that was revoked in between', async () => {
    const tool = askingTool();
    let revoke = false;
    const gate = await createTestGate({
      tools: [tool],
      wrapJournal: (journal) => ({
        ...journal,
        async begin(begun) {
          if (revoke && begun.grantId !== null)
            await gate.memories.grants.revoke(begun.grantId, 'user:owner', gate.clock.now());
          return journal.begin(begun);
        },
      }),
    });
    const asked = await gate.call('asks');
    if (asked.kind !== 'pending') throw new TypeError('It asks.');
    await gate.answer(asked.approval.id, { act: 'session' });
    await gate.claim(asked.approval.id);
    await gate.call('asks');
    revoke = true;
    expect(await gate.call('asks')).toMatchObject({ kind: 'pending' });
    expect(tool.runs).toHaveLength(1);
  });
});

describe('the record of a call', () => {
  const deciding = rule('r1', { effect: 'ALLOW', agent: 'default', tool: 'plain', action: null });
  const ends: readonly [string, string, Partial<Call['caller']>, readonly string[], Record<string, unknown>][] = [
    [
      'an allowed call',
      'plain',
      {},
      ['policy_decision', 'tool_executed'],
      { effect: 'ALLOW', source: 'rule', rule: 'r1', specificity: 12 },
    ],
    [
      'a failing one',
      'fails',
      {},
      ['policy_decision', 'tool_failed'],
      { effect: 'ALLOW', source: 'mode', rule: 'note:readonly', specificity: null },
    ],
    [
      'one that asks',
      'asks',
      {},
      ['policy_decision', 'tool_requested'],
      { effect: 'ASK', source: 'mode', rule: 'memory:readonly', specificity: null },
    ],
    [
      'a denied one',
      'asks',
      { attended: false },
      ['policy_decision', 'tool_denied'],
      { effect: 'DENY', source: 'unattended', rule: 'deny', specificity: null },
    ],
    [
      'a locked one',
      'locked',
      {},
      ['policy_decision', 'tool_denied'],
      { effect: 'DENY', source: 'locked', rule: 'locked' },
    ],
    [
      'an unknown one',
      'nothing',
      {},
      ['policy_decision', 'tool_denied'],
      { effect: 'DENY', source: 'resolve', rule: 'unknown_tool', specificity: null },
    ],
    [
      'a rehearsed one',
      'plain',
      { forbidden: 'simulation' },
      ['policy_decision', 'tool_denied'],
      { effect: 'DENY', source: 'admit', rule: 'forbidden_context' },
    ],
  ];

  it.each(ends)('names what decided, and its end: %s', async (_what, name, caller, kinds, envelope) => {
    const tools = [
      scriptedTool(),
      scriptedTool({ name: 'fails' }, () => Promise.reject(new Error('x'))),
      scriptedTool({ name: 'locked', locked: true }),
      askingTool(),
    ];
    const gate = await createTestGate({ tools, rules: [deciding] });
    const outcome = await gate.call(name, {}, caller);
    const events = await gate.events(outcome.callId);
    expect(events.map(({ kind }) => kind)).toEqual(kinds);
    expect(events[0]?.envelope).toMatchObject({
      ...envelope,
      call: outcome.callId,
      tool: name,
      agent: 'default',
      principal: 'user:1000',
      session: 'session_1',
      surface: 'mcp',
      trust: 'operator',
    });
    const last = events.at(-1);
    expect(outcome.receipt).toMatchObject({
      callId: outcome.callId,
      writer: last?.writer,
      seq: last?.seq,
      hash: last?.hash,
    });
    expect(outcome.unrecorded).toBe(false);
  });

  it('keeps arguments and results out of what stands in clear', async () => {
    const tool = scriptedTool({ parameters: { type: 'object' } }, () => textResult('words of a result'));
    const { call, events } = await createTestGate({ tools: [tool] });
    await call('plain', { text: 'words of an argument' });
    for (const { envelope } of await events()) expect(JSON.stringify(envelope)).not.toContain('words of');
    expect(JSON.stringify((await events()).map(({ values }) => values))).not.toContain('words of a result');
  });

  it('bounds, cleans and redacts the name of a tool that does not exist', async () => {
    const { call, events } = await createTestGate({ redact: (text) => text.replaceAll('hunter2-hunter2', '[secret]') });
    await call(`hunter2-hunter2${'x'.repeat(500)}`);
    await call(`${'y'.repeat(79)}😀`);
    await call('z\ud800');
    const names = (await events()).map(({ envelope }) => envelope['tool']);
    expect(new Set(names)).toEqual(new Set([`[secret]${'x'.repeat(72)}`, 'y'.repeat(79), 'z\ufffd']));
  });

  it('counts the denials of each session', async () => {
    const { call, events } = await createTestGate({ tools: [scriptedTool()] });
    for (const session of ['a', 'a', 'b', 'a']) await call('nothing', {}, { session });
    await call('plain', { wrong: 1 }, { session: 'b' });
    const denied = (await events()).filter(({ kind }) => kind === 'tool_denied');
    expect(denied.map(({ envelope }) => [envelope['session'], envelope['count']])).toEqual([
      ['a', 1],
      ['a', 2],
      ['b', 1],
      ['a', 3],
      ['b', 2],
    ]);
  });
});

describe('an explanation', () => {
  it('decides what a call would decide, and leaves no trace', async () => {
    const { gate, call, events, journal } = await createTestGate({
      tools: [scriptedTool(), askingTool()],
      rules: [rule('r1', { effect: 'DENY', tool: 'plain' })],
    });
    const changes = await journal.changeCount();
    const explained = [];
    for (const tool of ['plain', 'asks', 'nothing'])
      explained.push(await gate.explain({ tool, arguments: { json: '{}' }, caller: sampleCaller() }));
    expect(explained).toMatchObject([
      { tool: 'plain', decision: { effect: 'DENY' }, refusal: null },
      { tool: 'asks', decision: { effect: 'ASK' }, refusal: null },
      { tool: 'nothing', decision: null, refusal: { by: 'resolve', code: 'unknown_tool' } },
    ]);
    expect(await journal.changeCount()).toBe(changes);
    expect(await events()).toEqual([]);
    const outcomes = [await call('plain'), await call('asks')];
    expect(outcomes.map(({ decision }) => decision)).toEqual(explained.slice(0, 2).map(({ decision }) => decision));
  });

  it('loads no handler', async () => {
    const loaded: string[] = [];
    const tool = scriptedTool();
    const { gate } = await createTestGate({
      tools: [{ ...tool, loader: () => (loaded.push('plain'), tool.loader()) }],
    });
    const call: Call = { tool: 'plain', arguments: { value: {} }, caller: sampleCaller() };
    expect(await gate.explain(call)).toMatchObject({ decision: { effect: 'ALLOW' } });
    expect(loaded).toEqual([]);
    await gate.call(call);
    expect(loaded).toEqual(['plain']);
  });

  it('counts no denial', async () => {
    const { gate, call, events } = await createTestGate();
    for (let n = 0; n < 3; n += 1)
      await gate.explain({ tool: 'nothing', arguments: { value: {} }, caller: sampleCaller() });
    await call('nothing');
    expect((await events()).at(-1)?.envelope['count']).toBe(1);
  });
});
