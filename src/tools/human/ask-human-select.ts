// Tool: asks the person to choose among options. What is chosen is answered as the agent wrote it.
import { z } from 'zod';
import { defineTool } from '../../contract/index.ts';
import { notAsked, putQuestion, said, shownLine, unanswered } from './put-question.ts';

export const askHumanSelect = defineTool({
  name: 'ask_human_select',
  title: 'Ask to choose',
  description: 'Ask the person to choose an option, or several. Answers selected, null for no answer.',
  mode: 'human',
  category: 'human',
  risk: 'low',
  effects: [],
  timeoutMs: 30_000,
  argumentAliases: { message: 'question', prompt: 'question', choices: 'options', multiple: 'several' },
  input: z.strictObject({
    question: z.string().min(1).max(2_000).describe('To show.'),
    options: z.array(z.string().min(1).max(200)).min(2).max(25).describe('No two alike.'),
    several: z.boolean().default(false).describe('Any number.'),
  }),
  whenToUse: 'When there are a few ways to go on and the choice is the person’s.',
  examples: [
    {
      description: 'One of three',
      arguments: { question: 'Which database is meant?', options: ['staging', 'production', 'neither'] },
    },
  ],
  failureModes: [
    'Nobody is there: refused.',
    'Two options that read the same: nobody is asked.',
    'The person declines, closes the form or does not answer in time: selected is null, with the reason.',
  ],
  async run({ question, options, several }, context) {
    const shown = options.map(shownLine);
    const twice = shown.find((option, at) => option === '' || shown.indexOf(option) !== at);
    if (twice !== undefined)
      return notAsked(`the option ${JSON.stringify(twice)} reads like another, or like nothing.`);
    const choice = { type: 'string', enum: shown };
    const answer = several
      ? { type: 'array', title: 'Your choices', items: choice, maxItems: shown.length }
      : { ...choice, title: 'Your choice' };
    const end = await putQuestion({ question, answer }, context);
    if (!end.answered) return unanswered(end.reason, { selected: null });
    const chosen = options.filter((_option, at) => [end.value].flat().includes(shown[at] ?? ''));
    const [first = null] = chosen;
    return said(
      `The person chose ${chosen.length === 0 ? 'nothing' : chosen.map((one) => JSON.stringify(one)).join(', ')}.`,
      {
        selected: several ? chosen : first,
      },
    );
  },
});
