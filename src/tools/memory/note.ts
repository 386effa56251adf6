// Tool: a note of the agent to itself. Kept with the session; reaches nobody else.
import { z } from 'zod';
import { defineTool } from '../../contract/index.ts';

export const note = defineTool({
  name: 'note',
  title: 'Note',
  description:
    'Write a note to keep a finding, a decision or an open question with this session. Changes nothing else.',
  mode: 'note',
  category: 'memory',
  risk: 'low',
  effects: ['remembers'],
  defaultEffect: 'ALLOW',
  timeoutMs: 10_000,
  aliases: ['noema_note', 'noema.note'],
  argumentAliases: { content: 'text', note: 'text' },
  input: z.strictObject({
    text: z
      .string()
      .regex(/\S/, 'A note needs some text.')
      .max(10_000)
      .describe('The note, at most 10,000 characters, not blank.'),
  }),
  needs: ['notes'],
  whenToUse:
    'When something should still be known later in the session: what was found, what was decided, what is left.',
  examples: [{ description: 'Keep a decision', arguments: { text: 'The user wants the report in German.' } }],
  failureModes: ['A blank note, or one of more than 10,000 characters, is refused: shorten it or write two.'],
  async run({ text }, context) {
    const id = await context.ports.notes.add(text);
    return { blocks: [{ type: 'text', text: `Noted (${id}).` }], structured: { id } };
  },
});
