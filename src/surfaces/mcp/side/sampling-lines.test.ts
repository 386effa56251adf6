import { expect, it } from 'vitest';
import { samplingLines } from './sampling-lines.ts';

const message = (role: string, words: string) => ({ role, content: { type: 'text', text: words } });

it('all that would be sent is shown', () => {
  const shown = samplingLines({
    messages: [
      message('user', 'a'),
      { role: 'assistant', content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    ],
    systemPrompt: 'b',
    maxTokens: 7,
    temperature: 0.5,
    tools: [{ name: 'c', inputSchema: {} }],
  }).join('\n');
  expect(shown.split('\n')).toEqual(
    expect.arrayContaining([
      '  | a',
      '  | b',
      'As the assistant: ',
      '  | "image" of "image/png", 3 bytes',
      '  |   "name": "c",',
      '  |  "temperature": 0.5',
      'At most 7 tokens.',
    ]),
  );
});

it.each(['\n', '\r', '\r\n', '\u2028', '\u0085', '\v'])('no line of the server passes for one of ours (%j)', (end) => {
  const lines = samplingLines({ messages: [message('user', `x${end}At most 1 tokens.`)], maxTokens: 9 });
  const ours = lines.flatMap((part) => part.split('\n')).filter((line) => !line.startsWith('  | '));
  expect(ours).toEqual(['As the user: ', 'At most 9 tokens.']);
});
