import { describe, expect, it } from 'vitest';
import { presentation, tool } from '../tools/presentation-for-test.ts';
import { formatChatTools } from './format-chat.ts';
import { formatResponsesTools } from './format-responses.ts';

const bridges = [tool('tool_call'), tool('tool_search')];
const { parameters } = tool('any');

describe('Chat Completions', () => {
  it('is sent functions, without a word on strictness', () => {
    expect(formatChatTools(presentation([tool('read'), tool('bare', { description: '' })]), 'gpt-5').tools).toEqual([
      { type: 'function', function: { name: 'read', description: 'Does read.', parameters } },
      { type: 'function', function: { name: 'bare', parameters } },
    ]);
  });

  it('takes 128: the bridges go first, and each that is left out is told', () => {
    const inline = Array.from({ length: 130 }, (_, index) => tool(`a${String(index).padStart(3, '0')}`));
    const { tools, notes, names } = formatChatTools(presentation([...inline, ...bridges]), 'gpt-5');
    expect(tools).toHaveLength(128);
    expect([...names.keys()]).toEqual(expect.arrayContaining(['tool_call', 'tool_search', 'a125']));
    expect(notes).toEqual(
      ['a126', 'a127', 'a128', 'a129'].map((name) => ({
        tool: name,
        text: 'left out: the request takes 128 tools; a call of it by name works',
      })),
    );
  });

  it.each([
    ['gpt-5-mini', 2000],
    ['gpt-4.1', 2000],
    ['o4-mini', 2000],
    ['gpt-4o', 1024],
    ['mistral-large', 1024],
  ])('has descriptions of %s within %i characters', (model, chars) => {
    const { tools } = formatChatTools(presentation([tool('long', { description: 'x'.repeat(2000) })]), model);
    expect(Object(tools[0]).function.description).toHaveLength(chars);
  });
});

describe('Responses', () => {
  it('is told not to be strict, as it would be by itself', () => {
    expect(formatResponsesTools(presentation([tool('read')]), 'gpt-4o').tools).toEqual([
      { type: 'function', name: 'read', description: 'Does read.', parameters, strict: false },
    ]);
  });

  it.each(['gpt-5.4', 'gpt-5.4-2026-03-05', 'gpt-5.5-mini', 'gpt-5.10', 'gpt-6-luna', 'gpt-12'])(
    'searches by itself with %s, a namespace for each source',
    (model) => {
      const deferred = [
        tool('gh_a', { source: 'github' }),
        tool('gh_b', { source: 'github' }),
        tool('odd_c', { source: 'my server' }),
      ];
      const { tools, listing, names } = formatResponsesTools(presentation([...bridges, tool('read')], deferred), model);
      const deferredTool = (name: string) => ({
        type: 'function',
        name,
        description: `Does ${name}.`,
        parameters,
        strict: false,
        defer_loading: true,
      });
      expect(tools).toEqual([
        { type: 'tool_search' },
        { type: 'function', name: 'read', description: 'Does read.', parameters, strict: false },
        {
          type: 'namespace',
          name: 'github',
          description: '2 tools of github: gh_a, gh_b',
          tools: [deferredTool('gh_a'), deferredTool('gh_b')],
        },
        {
          type: 'namespace',
          name: expect.stringMatching(/^my_server_[0-9a-f]{8}$/),
          description: '1 tool of my server: odd_c',
          tools: [deferredTool('odd_c')],
        },
      ]);
      expect(listing).toBe('');
      expect([...names.keys()]).toEqual(['read', 'gh_a', 'gh_b', 'odd_c']);
    },
  );

  it.each(['gpt-5.3', 'gpt-5', 'gpt-5-pro', 'gpt-4.1', 'gpt-5.4-nano', 'o3', 'gpt-oss-120b', ''])(
    'goes by our own bridges with %s',
    (model) => {
      const { tools, listing } = formatResponsesTools(presentation(bridges, [tool('a')]), model);
      expect(tools.map((one) => Object(one).name)).toEqual(['tool_call', 'tool_search']);
      expect(listing).toBe('Ask tool_search for more tools.');
    },
  );

  it('goes by our own bridges where there are more sources than a request has places', () => {
    const deferred = Array.from({ length: 126 }, (_, index) => tool(`a${index}`, { source: `s${index}` }));
    expect(formatResponsesTools(presentation(bridges, deferred), 'gpt-5.4').tools).toHaveLength(2);
    expect(formatResponsesTools(presentation(bridges, deferred.slice(1)), 'gpt-5.4').tools).toHaveLength(126);
  });
});
