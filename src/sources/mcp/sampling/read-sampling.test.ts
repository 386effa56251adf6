import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/index.ts';
import { readCompletion } from './read-completion.ts';
import { readSampling } from './read-sampling.ts';

const text = (words: string) => ({ type: 'text', text: words });
const whole = {
  messages: [
    { role: 'user', content: text('a') },
    { role: 'assistant', content: [text('b'), { type: 'tool_use', id: 'u', name: 't', input: { c: [1] } }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 'u', content: [text('d')], isError: false }] },
    { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
  ],
  systemPrompt: 'e',
  maxTokens: 10,
  temperature: 0.1,
  stopSequences: ['f'],
  modelPreferences: { hints: [{ name: 'g' }], costPriority: 0.5 },
  tools: [{ name: 't', description: 'h', inputSchema: { type: 'object' } }],
  toolChoice: { mode: 'auto' },
};

function requestOf(params: unknown): JsonObject | string {
  const question = readSampling('s', params);
  if (typeof question === 'string') return question;
  return question.form.mode === 'sampling' ? question.form.request : 'is of another mode';
}

it('all that a request may hold is read', () => {
  expect(requestOf(whole)).toEqual(whole);
});

it('what a request may not hold is left out at every depth', () => {
  const messages = [{ role: 'user', content: { ...text('a'), _meta: { x: 1 }, annotations: {} }, _meta: { x: 1 } }];
  const params = { messages, maxTokens: 1, includeContext: 'allServers', metadata: { x: 1 }, task: {}, _meta: {} };
  expect(requestOf(params)).toEqual({ messages: [{ role: 'user', content: text('a') }], maxTokens: 1 });
});

it.each([
  ['a block in a result of a tool that is a call', [{ type: 'tool_use', id: 'a', name: 'b', input: {} }]],
  ['a result in a result', [{ type: 'tool_result', toolUseId: 'a', content: [] }]],
  ['a link', [{ type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' }]],
  ['a thousand blocks', Array.from({ length: 1_000 }, () => text('x'))],
])('%s is refused', (_what, content) => {
  const messages = [{ role: 'user', content: [{ type: 'tool_result', toolUseId: 'u', content }] }];
  expect(requestOf({ ...whole, messages })).toMatch(/^its messages are none/);
});

it('whatever is sent is read or refused, and never throws', () => {
  const shaped = fc.record(
    {
      messages: fc.anything(),
      maxTokens: fc.anything(),
      systemPrompt: fc.anything(),
      tools: fc.anything(),
      modelPreferences: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), shaped), (params) => {
      expect(['string', 'object']).toContain(typeof requestOf(params));
    }),
  );
});

it('a completion with tools may call them, and one without may not', () => {
  const use = { type: 'tool_use', id: 'a', name: 't', input: { b: 1 } };
  const made = { role: 'assistant', model: 'm', content: [text('x'), use], stopReason: 'toolUse' };
  expect(readCompletion({ tools: [] }, { ...made, _meta: { a: 1 } })).toEqual(made);
  expect(readCompletion({}, made)).toContain('more than one text');
  expect(readCompletion({}, { ...made, content: use })).toContain('more than one text');
});
