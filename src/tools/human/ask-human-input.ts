// Tool: asks the person for a text or a number. What they type is handed on as they typed it.
import { z } from 'zod';
import { defineTool, type JsonObject } from '../../contract/index.ts';
import { createSchemas, neutraliseForModel } from '../../text/index.ts';
import { notAsked, putQuestion, said, shownLine, unanswered } from './put-question.ts';

const longestAnswer = 10_000;

const answerSchema = z.strictObject({
  type: z.enum(['string', 'number', 'integer']).default('string'),
  default: z.union([z.string().max(1_000), z.number()]).optional(),
  pattern: z.string().max(500).optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(1).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multiline: z.boolean().default(false),
});

type Wish = z.infer<typeof answerSchema>;

export const askHumanInput = defineTool({
  name: 'ask_human_input',
  title: 'Ask for a text',
  description:
    'Ask the person to type a text or number. Answers value, null for none. Never ask for passwords or keys.',
  mode: 'human',
  category: 'human',
  risk: 'low',
  effects: [],
  timeoutMs: 30_000,
  argumentAliases: { message: 'question', prompt: 'question', answer: 'schema' },
  input: z.strictObject({
    question: z.string().min(1).max(2_000).describe('To show.'),
    schema: z
      .looseObject({})
      .optional()
      .describe('Of the answer: type string, number, integer; pattern, maxLength, minimum…, default; multiline: true.'),
  }),
  whenToUse: 'When only the person knows something: a name, a number, a wish in their own words.',
  examples: [
    {
      description: 'A name',
      arguments: {
        question: 'What is the new project to be called?',
        schema: { type: 'string', pattern: '^[a-z-]+$', maxLength: 40 },
      },
    },
    {
      description: 'A number',
      arguments: { question: 'How many days?', schema: { type: 'integer', minimum: 1, maximum: 30, default: 7 } },
    },
  ],
  failureModes: [
    'Nobody is there: refused.',
    'Another keyword in the schema, a pattern that is none or takes more than linear time, or a default that does not fit: nobody is asked.',
    'The person declines, closes the form or does not answer in time: value is null, with the reason.',
  ],
  async run({ question, schema = {} }, context) {
    const wish = answerSchema.safeParse(schema);
    if (!wish.success) return notAsked(`the schema cannot be used: ${z.prettifyError(wish.error)}`);
    const answer = fieldOf(wish.data);
    const problem = await problemOf(answer);
    if (problem !== null) return notAsked(problem);
    const fallback = wish.data.default ?? null;
    const end = await putQuestion({ question, answer, optional: fallback !== null }, context);
    if (!end.answered) return unanswered(end.reason, { value: null });
    const value = end.value ?? fallback;
    return said(typeof value === 'string' ? value : JSON.stringify(value), { value });
  },
});

function fieldOf(wish: Wish): JsonObject {
  const { said: description, ...limits } =
    wish.type === 'string' ? textLimits(wish) : { ...numberLimits(wish), said: '' };
  return {
    type: wish.type,
    title: 'Your answer',
    ...(description === '' ? {} : { description }),
    ...limits,
    ...(wish.default === undefined ? {} : { default: wish.default }),
  };
}

/** `said` is what a form cannot say otherwise. */
function textLimits({ multiline, pattern, minLength, maxLength = longestAnswer }: Wish) {
  const patterns = [...(multiline ? [] : [oneLine]), ...(pattern === undefined ? [] : [pattern])];
  return {
    ...(minLength === undefined ? {} : { minLength }),
    maxLength: Math.min(maxLength, longestAnswer),
    ...(patterns.length === 0 ? {} : { allOf: patterns.map((each) => ({ pattern: each })) }),
    said: [
      ...(multiline ? ['Several lines are fine.'] : []),
      ...(pattern === undefined ? [] : [`It has to match ${shownLine(pattern)}`]),
    ].join(' '),
  };
}

function numberLimits({ minimum, maximum }: Wish) {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
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
