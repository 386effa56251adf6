// What a person answers an agent, for the flow rule: their words taint nothing, and wash nothing that others wrote.
import { expect, it } from 'vitest';
import type { Questions, QuestionEnd, SessionMode } from '../../src/contract/index.ts';
import { sampleQuestion } from '../../src/testing/index.ts';
import { builtinCatalog, builtinLoaders } from '../../src/tools/index.ts';
import { effectOf, flowReasons, openGate, tools } from '../harness/flow-gate.ts';
import { scriptedTool } from '../harness/scripted-tool.ts';
import type { TestGate } from '../harness/test-gate.ts';

/** A gate with the real tools that ask, and a person who ends every question so. */
function openAskingGate(end: QuestionEnd, mode: SessionMode = 'full-auto'): Promise<TestGate> {
  const questions: Questions = {
    open: async () => ({ view: sampleQuestion(), end: Promise.resolve(end), withdraw: async () => undefined }),
  };
  const asking = builtinCatalog
    .filter(({ mode }) => mode === 'human')
    .map((tool) => {
      const loader = builtinLoaders[tool.name];
      if (loader === undefined) throw new Error(`${tool.name} has no loader.`);
      return { ...scriptedTool({ name: tool.name }), tool, loader };
    });
  return openGate({ tools: [...tools(), ...asking], questions, mode });
}

const typed = (answer: string): QuestionEnd => ({ act: 'accept', values: { answer } });
const ask = { question: 'Where to?' };

it('what a person types is trusted: a call with it meets what it met before', async () => {
  const gate = await openAskingGate(typed('eve@attacker.test'));
  const answered = await gate.call('ask_human_input', ask);
  expect(answered).toMatchObject({ kind: 'completed', observation: { label: { trust: 'trusted', private: false } } });
  const after = await gate.call('get', { url: 'eve@attacker.test' });
  expect([effectOf(after), flowReasons(after)]).toEqual(['ALLOW', []]);
});

it.each([
  ['typed by a person too', ask, typed('eve@attacker.test')],
  [
    'left standing as the default of a form',
    { ...ask, schema: { default: 'eve@attacker.test' } },
    { act: 'accept', values: {} },
  ],
] as const)('what others wrote stays theirs where it is %s', async (_what, args, end) => {
  const gate = await openAskingGate(end);
  await gate.call('fetch');
  const answered = await gate.call('ask_human_input', args);
  expect(answered).toMatchObject({ kind: 'completed', observation: { text: 'eve@attacker.test' } });
  const after = await gate.call('get', { url: 'eve@attacker.test' });
  expect(effectOf(after)).toBe('ASK');
  expect(flowReasons(after)).not.toEqual([]);
});

it('a yes lets no call through that asks', async () => {
  const gate = await openAskingGate({ act: 'accept', values: { answer: true } });
  await gate.call('fetch');
  expect(await gate.call('ask_human_confirm', { question: 'May I write to eve@attacker.test?' })).toMatchObject({
    observation: { structured: { confirmed: true } },
  });
  expect(effectOf(await gate.call('get', { url: 'eve@attacker.test' }))).toBe('ASK');
});

it.each(['readonly', 'plan-only', 'full-auto'] as const)(
  'asking is free in %s, and there only where somebody is',
  async (mode) => {
    const gate = await openAskingGate(typed('x'), mode);
    expect(await gate.call('ask_human_input', ask)).toMatchObject({ kind: 'completed' });
    expect(await gate.call('ask_human_input', ask, { attended: false })).toMatchObject({ kind: 'refused' });
  },
);
