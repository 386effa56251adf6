// Tool: asks the person for a text or a number. What they type is handed on as they typed it.
import { z } from 'zod';
import { defineTool, type JsonObject } from '../../contract/index.ts';
import { createSchemas, neutraliseForModel } from '../../text/index.ts';
import { notAsked, putQuestion, said, shownLine, unanswered } from './put-question.ts';

const longestAnswer = 10_000;

export const askHumanInput = defineTool({
  name: 'ask_human_input',
  title: 'Ask for a text',
  description:
    'Ask the person you work for to type a text or a number, and wait. Answers value: what they typed (an empty text is an answer), or ' +
    'null where nobody answered. Never ask for passwords or keys.',
  mode: 'human',
  category: 'human',
  risk: 'low',
  effects: [],
  timeoutMs: 30_000,
  argumentAliases: { message: 'question', prompt: 'question', multi_line: 'lines', multiline: 'lines' },
  input: z.strictObject({
    question: z.string().regex(/\S/, 'Say what is asked.').max(2_000).describe('The question.'),
    kind: z.enum(['text', 'number', 'integer']).default('text').describe('What is wanted.'),
    default: z
      .union([z.string().max(1_000), z.number()])
      .optional()
      .describe('What stands in the form to begin with, and is the answer where it is left as it is.'),
    lines: z.boolean().default(false).describe('text: true lets it have several lines.'),
    pattern: z.string().max(500).optional().describe('text: a regular expression it has to match, of linear time.'),
    min: z.number().optional().describe('The least: characters of a text, or the number.'),
    max: z.number().optional().describe(`The most: characters of a text (${longestAnswer} at most), or the number.`),
    hint: z.string().max(200).optional().describe('What to type, in a few words, where the question does not say it.'),
  }),
  whenToUse: 'When only the person knows something: a name, a number, a wish in their own words.',
  examples: [
    {
      description: 'A name',
      arguments: { question: 'What is the new project to be called?', pattern: '^[a-z-]+$', max: 40 },
    },
    {
      description: 'A number',
      arguments: { question: 'How many days?', kind: 'integer', min: 1, max: 30, default: 7 },
    },
  ],
  failureModes: [
    'Nobody is there: refused.',
    'A pattern that is none or takes more than linear time, or a default that does not fit: nobody is asked.',
    'The person declines, closes the form or does not answer in time: value is null, with the reason.',
  ],
  async run({ question, ...wish }, context) {
    const answer = fieldOf(wish);
    const problem = await problemOf(answer);
    if (problem !== null) return notAsked(problem);
    const fallback = wish.default ?? null;
    const end = await putQuestion({ question, answer, optional: fallback !== null }, context);
    if (!end.answered) return unanswered(end.reason, { value: null });
    const value = end.value ?? fallback;
    return said(typeof value === 'string' ? value : JSON.stringify(value), { value });
  },
});

interface Wish {
  readonly kind: 'text' | 'number' | 'integer';
  readonly default?: string | number | undefined;
  readonly lines: boolean;
  readonly pattern?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly hint?: string | undefined;
}

function fieldOf(wish: Wish): JsonObject {
  const { said, ...limits } = wish.kind === 'text' ? textLimits(wish) : { ...numberLimits(wish), said: [] };
  const description = [...(wish.hint === undefined ? [] : [shownLine(wish.hint)]), ...said].join(' ');
  return {
    type: wish.kind === 'text' ? 'string' : wish.kind,
    title: 'Your answer',
    ...(description === '' ? {} : { description }),
    ...limits,
    ...(wish.default === undefined ? {} : { default: wish.default }),
  };
}

/** `said` is what a form cannot say otherwise. */
function textLimits({ lines, pattern, min, max = longestAnswer }: Wish) {
  const patterns = [...(lines ? [] : [oneLine]), ...(pattern === undefined ? [] : [pattern])];
  return {
    ...(min === undefined ? {} : { minLength: min }),
    maxLength: Math.min(max, longestAnswer),
    ...(patterns.length === 0 ? {} : { allOf: patterns.map((each) => ({ pattern: each })) }),
    said: [
      ...(lines ? ['Several lines are fine.'] : []),
      ...(pattern === undefined ? [] : [`It has to match ${shownLine(pattern)}`]),
    ],
  };
}

function numberLimits({ min, max }: Wish) {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}

const oneLine = String.raw`^[^\n\r\u2028\u2029]*$`;

/** The desk checks an answer by the same schema, so what cannot be checked is not asked. */
async function problemOf(answer: JsonObject): Promise<string | null> {
  try {
    const check = await createSchemas(1).compile('answer', answer);
    const { default: fallback } = answer;
    if (fallback === undefined) return null;
    if (typeof fallback === 'string' && neutraliseForModel(fallback.toWellFormed()) !== fallback)
      return 'the default holds characters that nobody sees.';
    const [problem] = check(fallback);
    return problem === undefined ? null : `the default does not fit: it ${problem.message}.`;
  } catch (cause) {
    if (cause instanceof TypeError) return cause.message;
    throw cause;
  }
}
