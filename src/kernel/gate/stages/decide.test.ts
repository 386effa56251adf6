import { describe, expect, it } from 'vitest';
import { sampleCaller } from '../../../testing/index.ts';
import { rule } from '../../../../test/fixtures/decision-input.ts';
import { askingTool, scriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

describe('the recorded input', () => {
  it('holds all that a decision read, and gives it again', async () => {
    const tool = askingTool({ tags: ['careful'], risk: 'high', actionPointer: '/text' });
    const { call, events, clock, memories } = await createTestGate({
      tools: [tool],
      settings: { confirmTags: ['careful'] },
      rules: [rule('r1', { effect: 'ALLOW', tool: 'asks' })],
    });
    await memories.sessions.setMode('session_1', 'full-auto', { by: 'user:owner', now: clock.now() });
    const outcome = await call('asks', { text: 'list' });
    const [decision] = await events(outcome.callId);
    const caller = sampleCaller();
    expect(decision?.values['input']).toMatchObject({
      version: 1,
      at: clock.now(),
      caller: {
        principal: caller.principal,
        agent: caller.agent,
        trust: 'operator',
        surface: 'mcp',
        session: 'session_1',
        attended: true,
      },
      sessionMode: 'full-auto',
      tool: {
        name: 'asks',
        fingerprint: tool.tool.origin.fingerprint,
        mode: 'memory',
        tags: ['careful'],
        risk: 'high',
        locked: false,
        alwaysAsk: false,
      },
      action: 'list',
      targets: [],
      facts: [],
      settings: { confirmTags: ['careful'], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    });
    expect(decision?.envelope).toMatchObject({ effect: 'ASK', source: 'raise', rule: 'tag:careful' });
  });

  it('names equal calls alike and different calls differently, whatever the order of members', async () => {
    const tool = askingTool({ parameters: { type: 'object' } });
    const other = askingTool({ name: 'other', parameters: { type: 'object' } });
    const { call, events } = await createTestGate({ tools: [tool, other] });
    const keyOf = async (name: string, json: string, session = 'session_1') => {
      const { callId } = await call(name, json, { session });
      const [decision] = await events(callId);
      return JSON.stringify(decision?.values['input']).match(/"argumentKey":"(\w+)"/)?.[1];
    };
    const key = await keyOf('asks', '{"a": 1, "b": [2]}');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf('asks', '{"b":[2],"a":1.0}')).toBe(key);
    expect(await keyOf('asks', '{"b":[2],"a":1}', 'session_2')).toBe(key);
    for (const json of ['{"a": 1, "b": [3]}', '{"a": "1", "b": [2]}', '{"a": 1}', '{"a": 1, "b": [2], "c": null}'])
      expect(await keyOf('asks', json)).not.toBe(key);
    expect(await keyOf('other', '{"a": 1, "b": [2]}')).not.toBe(key);
  });
});

describe('grants', () => {
  it('are read only where something asks', async () => {
    const allowed = scriptedTool();
    const asks = askingTool();
    const { gate, call, memories } = await createTestGate({ tools: [allowed, asks] });
    const { live } = memories.grants;
    const read: string[] = [];
    Object.assign(memories.grants, { live: (...args: Parameters<typeof live>) => (read.push(args[1]), live(...args)) });
    await call('plain');
    await gate.explain({ tool: 'plain', arguments: { value: {} }, caller: sampleCaller() });
    expect(read).toEqual([]);
    await call('asks');
    expect(read).toEqual(['asks']);
  });

  it('let the same call run, and only that, until they are over', async () => {
    const tool = askingTool();
    const { call, answer, claim, clock } = await createTestGate({ tools: [tool] });
    const first = await call('asks', { text: 'a' });
    if (first.kind !== 'pending') throw new TypeError('It asks.');
    await answer(first.approval.id, { act: 'session', minutes: 10 });
    await claim(first.approval.id);
    expect(await call('asks', { text: 'a' })).toMatchObject({ kind: 'completed' });
    expect(tool.runs).toHaveLength(1);
    const granted = await call('asks', { text: 'a' });
    expect(granted).toMatchObject({
      kind: 'completed',
      decision: { effect: 'ALLOW', reasons: [{ source: 'grant' }, { source: 'mode', effect: 'ASK' }] },
    });
    expect(tool.runs).toHaveLength(2);
    expect(await call('asks', { text: 'b' })).toMatchObject({ kind: 'pending' });
    expect(await call('asks', { text: 'a' }, { session: 'session_2' })).toMatchObject({ kind: 'pending' });
    clock.advance(10 * 60_000);
    expect(await call('asks', { text: 'a' })).toMatchObject({ kind: 'pending' });
    expect(tool.runs).toHaveLength(2);
  });

  it('answer for a caller that is unattended too', async () => {
    const tool = askingTool();
    const { call, answer, claim } = await createTestGate({ tools: [tool] });
    const first = await call('asks');
    if (first.kind !== 'pending') throw new TypeError('It asks.');
    await answer(first.approval.id, { act: 'session' });
    await claim(first.approval.id);
    await call('asks');
    expect(await call('asks', {}, { attended: false })).toMatchObject({
      kind: 'completed',
      decision: { effect: 'ALLOW' },
    });
    expect(await call('asks', { text: 'other' }, { attended: false })).toMatchObject({
      kind: 'refused',
      decision: { reasons: [{ source: 'unattended' }, {}] },
    });
  });
});

it('reads the policy again only where a call is not allowed by what was read last, or that moved', async () => {
  const tool = scriptedTool();
  const { call, opened, memories } = await createTestGate({ tools: [tool] });
  await call('plain');
  const { policyRevision } = opened.store;
  let reads = 0;
  Object.assign(opened.store, { policyRevision: () => ((reads += 1), policyRevision()) });
  expect(await call('plain')).toMatchObject({ kind: 'completed' });
  expect(reads).toBe(0);
  await memories.rules.add(rule('no', { effect: 'DENY', tool: 'plain' }), 'user:owner');
  expect(await call('plain')).toMatchObject({ kind: 'refused', decision: { effect: 'DENY', reasons: [{ id: 'no' }] } });
  await memories.rules.remove('no', 'user:owner');
  expect(await call('plain')).toMatchObject({ kind: 'completed' });
  expect(tool.runs).toHaveLength(3);
});

it('refuses every call while the policy cannot be read, and says so', async () => {
  const tool = scriptedTool();
  const { call, opened } = await createTestGate({ tools: [tool] });
  Object.assign(opened.store, { policyRevision: () => Promise.reject(new Error('no revision')) });
  expect(await call('plain')).toMatchObject({
    kind: 'refused',
    by: 'decide',
    code: 'internal',
    reason: expect.stringContaining('no revision'),
  });
  expect(tool.runs).toEqual([]);
});
