import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, Tool } from '../../../contract/index.ts';
import { sampleCaller } from '../../../testing/index.ts';
import { builtinCatalog } from '../../../../test/harness/builtin-tools.ts';
import { askingTool, scriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

const carrier: Tool = builtinCatalog.find(({ name }) => name === 'tool_call') ?? expect.fail('there is no tool_call');
const parameters = {
  type: 'object',
  properties: { text: { type: 'string' }, count: { type: 'integer' } },
  required: ['text'],
  additionalProperties: false,
} as const;

async function stage(more: Partial<Tool> = {}) {
  const meant = scriptedTool({
    name: 'meant',
    aliases: ['also'],
    argumentAliases: { words: 'text' },
    parameters,
    ...more,
  });
  const bridge = scriptedTool(carrier);
  const asking = askingTool({ parameters });
  const gate = await createTestGate({
    tools: [meant, bridge, asking],
    transforms: [{ name: 'mkdir', to: 'meant', transform: ({ path }) => ({ text: `mkdir ${JSON.stringify(path)}` }) }],
  });
  return { ...gate, runs: meant.runs, carried: bridge.runs };
}

describe('a call of tool_call', () => {
  it.each<[string, JsonObject | string, JsonObject]>([
    ['by name', { name: 'meant', arguments: { text: 'a' } }, { text: 'a' }],
    ['by alias, with other names of arguments', { tool: 'also', args: { words: 'a' } }, { text: 'a' }],
    [
      'with the JSON text of its arguments',
      { name: 'meant', arguments: '{"text":"a","count":3}' },
      { text: 'a', count: 3 },
    ],
    ['of a name that models invent', { name: 'mkdir', arguments: { path: 'x' } }, { text: 'mkdir "x"' }],
  ])('is a call of the tool it names: %s', async (_how, args, expected) => {
    const { call, runs, carried, events } = await stage();
    const outcome = await call('tool_call', args);
    expect(outcome).toMatchObject({ kind: 'completed', tool: 'meant', receipt: expect.anything() });
    expect(runs.map((run) => run.args)).toEqual([expected]);
    expect(carried).toEqual([]);
    const recorded = await events(outcome.callId);
    expect(recorded.map(({ envelope }) => envelope['tool'])).toEqual(['meant', 'meant']);
  });

  it('loses no digit of a number, in an object or in a text', async () => {
    const exact = '12345678901234567890';
    for (const args of [
      `{"name":"meant","arguments":{"text":"a","count":${exact}}}`,
      JSON.stringify({ name: 'meant', arguments: `{"text":"a","count":${exact}}` }),
    ]) {
      const { call } = await stage();
      const outcome = await call('tool_call', args);
      const direct = await (await stage()).call('meant', `{"text":"a","count":${exact}}`);
      expect({ ...outcome, callId: '', receipt: null }).toEqual({ ...direct, callId: '', receipt: null });
    }
  });

  it('is judged, asked about and answered as the tool it names, together with a direct call', async () => {
    const { call, answer, events } = await stage();
    const first = await call('tool_call', { name: 'asks', arguments: { text: 'a' } });
    if (first.kind !== 'pending') return expect.fail(first.kind);
    expect(first).toMatchObject({ tool: 'asks', approval: { tool: 'asks', arguments: { text: 'a' } } });
    // The same call made directly waits for the same answer.
    const second = await call('asks', { text: 'a' });
    expect(second).toMatchObject({ kind: 'pending', approval: { id: first.approval.id } });
    await answer(first.approval.id, { act: 'deny' });
    expect(await call('tool_call', { name: 'asks', arguments: { text: 'a' } })).toMatchObject({
      kind: 'refused',
      tool: 'asks',
      code: 'approval_denied',
    });
    expect(new Set((await events()).map(({ envelope }) => envelope['tool']))).toEqual(new Set(['asks']));
  });

  it('is explained as the tool it names', async () => {
    const { gate } = await stage();
    const caller = sampleCaller();
    const carried = await gate.explain({
      tool: 'tool_call',
      arguments: { value: { name: 'asks', arguments: { text: 'a' } } },
      caller,
    });
    expect(carried).toEqual(await gate.explain({ tool: 'asks', arguments: { value: { text: 'a' } }, caller }));
    expect(carried).toMatchObject({ tool: 'asks', decision: { effect: 'ASK' } });
  });

  it.each<[string, JsonValue | string, JsonObject]>([
    [
      'of what is not there',
      { name: 'maent' },
      { by: 'resolve', code: 'unknown_tool', tool: 'maent', nearest: ['meant'] },
    ],
    [
      'with arguments that do not fit',
      { name: 'meant', arguments: { txt: 'a' } },
      { by: 'validate', code: 'invalid_arguments', tool: 'meant', schema: parameters },
    ],
    [
      'with no arguments where some are needed',
      { name: 'meant' },
      { by: 'validate', code: 'invalid_arguments', tool: 'meant' },
    ],
    [
      'with a text that is no JSON',
      { name: 'meant', arguments: '{"text":' },
      { by: 'validate', code: 'invalid_arguments', tool: 'meant' },
    ],
    [
      'with a text that repeats a key',
      { name: 'meant', arguments: '{"text":"a","text":"b"}' },
      { by: 'validate', tool: 'meant' },
    ],
    [
      'of itself',
      { name: 'tool_call', arguments: { name: 'meant' } },
      { by: 'resolve', code: 'invalid_arguments', reason: 'tool_call cannot call itself. Nothing was run.' },
    ],
    ['without a name', { arguments: { text: 'a' } }, { by: 'validate', code: 'invalid_arguments', tool: 'tool_call' }],
    ['with a name that is none', { name: 7, arguments: {} }, { by: 'validate', tool: 'tool_call' }],
    ['with a list of arguments', { name: 'meant', arguments: ['a'] }, { by: 'validate', tool: 'tool_call' }],
    ['with a number for arguments', { name: 'meant', arguments: 7 }, { by: 'validate', tool: 'tool_call' }],
    ['with null for arguments', { name: 'meant', arguments: null }, { by: 'validate', tool: 'tool_call' }],
    ['with arguments beside the name', { name: 'meant', text: 'a' }, { by: 'validate', tool: 'tool_call' }],
    ['with two names', { name: 'meant', tool: 'asks', arguments: {} }, { by: 'validate', tool: 'tool_call' }],
    ['that is no JSON', '{"name":"meant"', { by: 'validate', tool: 'tool_call' }],
    [
      'named like a member of every object',
      { name: '__proto__', arguments: {} },
      { by: 'resolve', code: 'unknown_tool' },
    ],
  ])('is refused %s, and nothing runs', async (_what, args, expected) => {
    const { call, runs, carried } = await stage();
    const outcome = await call('tool_call', args);
    expect(outcome).toMatchObject({ kind: 'refused', ...expected });
    expect([runs, carried]).toEqual([[], []]);
  });

  it('reaches nothing that the caller may not see, and says no more of it than of what never was', async () => {
    const { call } = await stage({ ownerOnly: true });
    const hidden = await call('tool_call', { name: 'meant', arguments: { text: 'a' } }, { trust: 'guest' });
    const never = await call('tool_call', { name: 'meanq', arguments: { text: 'a' } }, { trust: 'guest' });
    expect(hidden).toMatchObject({ kind: 'refused', code: 'unknown_tool', nearest: [] });
    expect(JSON.stringify({ ...hidden, callId: '', receipt: null }).replaceAll('meant', 'meanq')).toBe(
      JSON.stringify({ ...never, callId: '', receipt: null }),
    );
  });

  it('reaches nothing where the caller may not use tool_call itself', async () => {
    const { call, runs } = await stage();
    expect(
      await call('tool_call', { name: 'meant', arguments: { text: 'a' } }, { allowedTools: ['meant'] }),
    ).toMatchObject({ code: 'unknown_tool', tool: 'tool_call' });
    expect(runs).toEqual([]);
  });

  it('carries nothing where a foreign tool has that name', async () => {
    const foreign = scriptedTool({ name: 'tool_call', parameters: { type: 'object' } });
    const meant = scriptedTool({ name: 'meant', parameters });
    const { call } = await createTestGate({ tools: [foreign, meant] });
    expect(await call('tool_call', { name: 'meant', arguments: { text: 'a' } })).toMatchObject({
      kind: 'completed',
      tool: 'tool_call',
    });
    expect([foreign.runs.length, meant.runs.length]).toEqual([1, 0]);
  });
});

describe('a refusal for arguments', () => {
  it('tells of a schema that is too long where it can be read', async () => {
    const long = { ...parameters, description: 'x'.repeat(20_000) };
    const { call } = await stage({ parameters: long });
    expect(await call('meant', {})).toMatchObject({
      code: 'invalid_arguments',
      schema: null,
      hint: expect.stringContaining('describe_tool tells it'),
    });
  });
});

describe('a tool of others', () => {
  it('carries no call, whatever it and its source are called', async () => {
    const meant = scriptedTool({ name: 'meant', parameters });
    const foreign = scriptedTool({ ...carrier, kind: 'mcp' });
    const { call } = await createTestGate({ tools: [meant, foreign] });
    const outcome = await call('tool_call', { name: 'meant', arguments: { text: 'a' } });
    expect(outcome.tool).toBe('tool_call');
    expect(meant.runs).toEqual([]);
  });
});
