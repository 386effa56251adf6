// A claim of what is no longer what was approved: it runs nothing, and the record says what changed.
import { describe, expect, it } from 'vitest';
import type { GuardFinding, Outcome, Tool } from '../../contract/index.ts';
import { rule } from '../../../test/fixtures/decision-input.ts';
import { askingTool } from '../../../test/harness/scripted-tool.ts';
import { approved, createTestGate, type TestGate } from '../../../test/harness/test-gate.ts';

describe('a claim of what is no longer what was approved', () => {
  async function invalidated(gate: TestGate, id: string): Promise<string | null> {
    expect(await gate.claim(id)).toBeNull();
    const record = await gate.record(id);
    expect(record).toMatchObject({ status: 'invalidated' });
    const told: Outcome = await gate.call('asks', { text: 'a' });
    expect(told).toMatchObject({
      kind: 'refused',
      by: 'approve',
      code: 'approval_over',
      reason: expect.stringContaining(record.note ?? 'a note'),
    });
    expect((await gate.events()).find(({ kind }) => kind === 'approval_closed')).toMatchObject({
      envelope: { approval: id, status: 'invalidated', request: record.requestHash },
      values: { why: record.note },
    });
    return record.note;
  }

  it('says that the definition of the tool changed', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    const changed: Tool = {
      ...tool.tool,
      origin: { ...tool.tool.origin, fingerprint: 'changed' },
      parameters: { type: 'object', required: ['more'] },
    };
    gate.registry.unregister('asks');
    gate.registry.register({ tool: changed, loader: tool.loader });
    expect(await gate.claim(id)).toBeNull();
    expect(await gate.record(id)).toMatchObject({
      status: 'invalidated',
      note: 'The definition of asks has changed since it was approved.',
    });
    expect(tool.runs).toEqual([]);
  });

  it('says that the tool is gone, where this runtime had it', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    gate.registry.unregister('asks');
    expect(await gate.claim(id)).toBeNull();
    expect(await gate.record(id)).toMatchObject({ status: 'invalidated', note: 'There is no tool named "asks".' });
  });

  it('says that a rule denies it by now', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    await gate.memories.rules.add(rule('r1', { effect: 'DENY', tool: 'asks' }), 'user:owner');
    expect(await gate.claim(id)).toBeNull();
    expect(await gate.record(id)).toMatchObject({
      status: 'invalidated',
      note: expect.stringContaining('Rule r1 (stored) refuses this'),
    });
    expect(tool.runs).toEqual([]);
  });

  it('says that whoever asked is trusted less', async () => {
    const tool = askingTool();
    let trust: 'operator' | 'guest' = 'operator';
    const gate = await createTestGate({ tools: [tool], trustNow: async () => trust });
    const id = await approved(gate);
    trust = 'guest';
    expect(await invalidated(gate, id)).toContain('Whoever asked is trusted less now (guest) than then (operator).');
    expect(tool.runs).toEqual([]);
  });

  it('is not helped by a trust that is higher by now', async () => {
    const tool = askingTool({ policyClass: 'read_only' });
    const gate = await createTestGate({ tools: [tool], trustNow: async () => 'operator' });
    const outcome = await gate.call('asks', {}, { trust: 'guest' });
    if (outcome.kind !== 'pending') throw new TypeError('It asks.');
    await gate.answer(outcome.approval.id, { act: 'once' });
    const ran = await gate.claim(outcome.approval.id);
    expect(ran).toMatchObject({ kind: 'completed' });
    expect(tool.runs[0]?.context.caller.trust).toBe('guest');
  });

  const file = (parts: Partial<GuardFinding['targets'][number]>): GuardFinding => ({
    facts: [],
    targets: [
      { kind: 'path', action: 'write', value: 'a.txt', pointer: '/text', identity: { kind: 'absent' }, ...parts },
    ],
    paths: {},
    urls: {},
  });
  const present = { kind: 'present', device: '1', inode: '2', digest: null } as const;

  it.each<[string, GuardFinding, GuardFinding, string]>([
    [
      'a file that is there by now',
      file({}),
      file({ identity: present }),
      'a.txt is not what it was when the call was approved.',
    ],
    [
      'another file',
      file({ identity: present }),
      file({ identity: { ...present, inode: '3' } }),
      'a.txt is not what it was when the call was approved.',
    ],
    [
      'other content',
      file({ identity: { ...present, digest: 'a' } }),
      file({ identity: { ...present, digest: 'b' } }),
      'a.txt is not what it was when the call was approved.',
    ],
    ['another real path', file({}), file({ value: '/etc/a.txt' }), 'a.txt now means /etc/a.txt.'],
    ['a target less', file({ pointer: null }), { ...file({}), targets: [] }, 'a.txt now means nothing.'],
    [
      'another sandbox',
      {
        ...file({}),
        facts: [{ guard: 'sandbox', name: 'sandbox', value: 'full', verdict: 'clear', targets: [], text: '' }],
      },
      {
        ...file({}),
        facts: [{ guard: 'sandbox', name: 'sandbox', value: 'none', verdict: 'clear', targets: [], text: '' }],
      },
      'The sandbox or another bound condition is not what it was when the call was approved.',
    ],
  ])('says that it would be %s', async (_what, then, now, note) => {
    let finding = then;
    const tool = askingTool({ mode: 'write_text', targets: [{ pointer: '/text', kind: 'path', action: 'write' }] });
    const gate = await createTestGate({ tools: [tool], guards: { paths: async () => finding } });
    const id = await approved(gate);
    finding = now;
    expect(await gate.claim(id)).toBeNull();
    expect(await gate.record(id)).toMatchObject({ status: 'invalidated', note });
    expect(tool.runs).toEqual([]);
  });

  it('takes secrets out of the note in the record', async () => {
    const gate = await createTestGate({
      tools: [askingTool()],
      redact: (text) => text.replaceAll('hunter2-hunter2', '[secret]'),
    });
    const id = await approved(gate);
    await gate.memories.rules.add(
      rule('r1', { effect: 'DENY', tool: 'asks', note: 'because hunter2-hunter2' }),
      'user:owner',
    );
    await gate.claim(id);
    const closed = (await gate.events()).filter(({ kind }) => kind === 'approval_closed');
    expect(JSON.stringify(closed)).not.toContain('hunter2');
  });
});
