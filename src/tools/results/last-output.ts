// Tool: what a tool returned before, or the part of it that was not shown. Nothing runs again.
import { z } from 'zod';
import { defineTool, seamChars, type KeptResult } from '../../contract/index.ts';
import { resultWindow, unknownRef, windowLength } from './result-window.ts';

export const lastOutput = defineTool({
  name: 'last_output',
  title: 'Read the last output',
  description:
    'Read the previous output again, or with ref the part of a cut result that was left out. Runs nothing again. ' +
    'Long texts come in windows (offset, length).',
  mode: 'last_output',
  category: 'results',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  aliases: ['last', 'prev_output'],
  argumentAliases: { id: 'ref', start: 'offset', limit: 'length', max_chars: 'length' },
  input: z.strictObject({
    ref: z.string().min(1).max(200).optional().describe('The ref that a cut result named. Default: the last result.'),
    offset: z
      .int()
      .min(0)
      .max(100_000_000)
      .optional()
      .describe('Character to begin with. Default: where the part begins that was left out, else 0.'),
    length: windowLength,
  }),
  needs: ['results'],
  whenToUse: 'When a result was cut, or when you need again what the last tool returned.',
  examples: [
    { description: 'The last result again', arguments: {} },
    { description: 'What was left out of a result', arguments: { ref: 'res_0123456789abcdefghjk' } },
  ],
  failureModes: [
    'Nothing has run in this session yet: it says so.',
    'An unknown ref, or one of another session: it says that there is none.',
  ],
  async run({ ref, offset, length }, { ports }) {
    const found = ref === undefined ? await ports.results.last() : await ports.results.read(ref);
    if (found !== null) return resultWindow(found, { offset: offset ?? startOf(found, ref), length });
    if (ref !== undefined) return unknownRef(ref);
    return { blocks: [{ type: 'text', text: 'No tool has returned anything in this session yet.' }], isError: true };
  },
});

/** Who names a ref has seen what was shown; who names none wants the output as it was. */
function startOf({ hidden }: KeptResult, ref: string | undefined): number {
  return ref === undefined || hidden === null ? 0 : Math.max(0, hidden.from - seamChars);
}
