// Tool: a window of a result that was kept in this session. The source is not read again.
import { z } from 'zod';
import { defineTool } from '../../contract/index.ts';
import { resultWindow, unknownRef, windowLength } from './result-window.ts';

export const readContent = defineTool({
  name: 'read_content',
  title: 'Read a kept result',
  description:
    'Read a window of a result by the ref that it was given, such as the rest of a long page or output. The source is not read again.',
  mode: 'last_output',
  category: 'results',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  argumentAliases: { id: 'ref', start: 'offset', limit: 'length', max_chars: 'length' },
  input: z.strictObject({
    ref: z.string().min(1).max(200).describe('The ref that the result named.'),
    offset: z.int().min(0).max(100_000_000).default(0).describe('Character to begin with.'),
    length: windowLength,
  }),
  needs: ['results'],
  whenToUse: 'To read on in a result that was too long to be shown whole.',
  examples: [
    {
      description: 'Read on where the shown part ended',
      arguments: { ref: 'res_0123456789abcdefghjk', offset: 50_000 },
    },
  ],
  failureModes: [
    'An unknown ref, or one of another session: it says that there is none.',
    'An offset behind the end: the length of the text is told.',
  ],
  async run({ ref, offset, length }, { ports }) {
    const found = await ports.results.read(ref);
    return found === null ? unknownRef(ref) : resultWindow(found, { offset, length });
  },
});
