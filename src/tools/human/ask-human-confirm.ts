// Tool: asks the person a yes-or-no question. Their yes is an answer to the agent and lets no other call through.
import { z } from 'zod';
import { defineTool } from '../../contract/index.ts';
import { putQuestion, said, unanswered } from './put-question.ts';

export const askHumanConfirm = defineTool({
  name: 'ask_human_confirm',
  title: 'Ask yes or no',
  description: 'Ask the person yes or no. Answers confirmed, false for no answer. It approves no call.',
  mode: 'human',
  category: 'human',
  risk: 'low',
  effects: [],
  timeoutMs: 30_000,
  argumentAliases: { message: 'question', prompt: 'question', text: 'question' },
  input: z.strictObject({
    question: z.string().min(1).max(2_000).describe('To show.'),
  }),
  whenToUse: 'Before a step whose wish is in doubt and that only the person can settle.',
  examples: [{ description: 'A step that is hard to take back', arguments: { question: 'Rename all 214 files now?' } }],
  failureModes: [
    'Nobody is there: refused.',
    'The person declines, closes the form or does not answer in time: confirmed is false, with the reason.',
  ],
  async run({ question }, context) {
    const answer = { type: 'boolean', title: 'Yes', description: 'true says yes, false says no.', default: false };
    const end = await putQuestion({ question, answer }, context);
    if (!end.answered) return unanswered(end.reason, { confirmed: false });
    // Whatever is not the one word is a no.
    return end.value === true
      ? said('The person says yes.', { confirmed: true })
      : said('The person says no.', { confirmed: false });
  },
});
