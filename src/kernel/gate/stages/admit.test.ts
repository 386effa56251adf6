import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../contract/index.ts';
import { scriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

describe('a context that runs nothing', () => {
  it.each(['simulation', 'replay'] as const)('refuses every call of a %s, and records it', async (forbidden) => {
    const tool = scriptedTool();
    const { call, events } = await createTestGate({ tools: [tool] });
    const outcome = await call('plain', {}, { forbidden });
    expect(outcome).toMatchObject({ kind: 'refused', by: 'admit', code: 'forbidden_context', decision: null });
    expect(outcome).toMatchObject({ reason: `This is a ${forbidden}: nothing runs in it.` });
    expect(tool.runs).toEqual([]);
    expect((await events(outcome.callId)).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_denied']);
  });

  it('refuses before it looks at the arguments', async () => {
    const { call } = await createTestGate({ tools: [scriptedTool()] });
    expect(await call('plain', 'no json', { forbidden: 'replay' })).toMatchObject({ code: 'forbidden_context' });
  });

  it('still says what is unknown', async () => {
    const { call } = await createTestGate();
    expect(await call('plain', {}, { forbidden: 'simulation' })).toMatchObject({ code: 'unknown_tool' });
  });
});

describe('trust and lists', () => {
  const tools = () => [
    scriptedTool({ name: 'reads' }),
    scriptedTool({ name: 'owners', ownerOnly: true }),
    scriptedTool({ name: 'writes', mode: 'memory', policyClass: 'read_write', aliases: ['w'] }),
    scriptedTool({ name: 'runs', mode: 'docker', policyClass: 'exec' }),
  ];
  const allowed: readonly [Partial<Caller>, readonly string[]][] = [
    [{}, ['reads', 'owners', 'writes']],
    [{ trust: 'guest' }, ['reads']],
    [{ policyClasses: [] }, []],
    [{ policyClasses: ['read_only'] }, ['reads', 'owners']],
    [{ policyClasses: ['read_write'], trust: 'guest' }, []],
    [{ allowedTools: [] }, []],
    [{ allowedTools: ['reads', 'w'] }, ['reads', 'writes']],
    [{ allowedTools: ['reads'], policyClasses: ['read_write'] }, []],
  ];

  it.each(allowed)('lets a caller of %j run %j', async (caller, names) => {
    const all = tools();
    const { call } = await createTestGate({ tools: all, mode: 'full-auto', guards: {} });
    for (const { tool } of all) await call(tool.name, {}, caller);
    expect(all.filter(({ runs }) => runs.length > 0).map(({ tool }) => tool.name)).toEqual(names);
  });

  it('takes a trust that is none of the two for a guest', async () => {
    const [, , writes] = tools();
    if (writes === undefined) throw new TypeError('There is such a tool.');
    const { call } = await createTestGate({ tools: [writes], mode: 'full-auto' });
    // What a surface stamps is checked by types only.
    for (const trust of ['Operator', '', undefined, null, true]) {
      expect(await call('writes', {}, { trust: trust as Caller['trust'] })).toMatchObject({ code: 'unknown_tool' });
    }
    expect(writes.runs).toEqual([]);
  });
});
