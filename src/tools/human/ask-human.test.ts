import { describe, expect, it } from 'vitest';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import type { JsonObject, NewQuestion, QuestionEnd } from '../../contract/index.ts';
import { createSchemas } from '../../text/index.ts';
import { askHumanConfirm } from './ask-human-confirm.ts';
import { askHumanInput } from './ask-human-input.ts';
import { askHumanSelect } from './ask-human-select.ts';

/** A person who ends every question so, and what they were shown. */
function person(end: QuestionEnd | JsonObject[string]) {
  const shown: NewQuestion[] = [];
  const answer = typeof end === 'object' && end !== null && 'act' in end ? (end as QuestionEnd) : null;
  return {
    shown,
    context: {
      ports: {},
      ask: async (question: NewQuestion): Promise<QuestionEnd> => {
        shown.push(question);
        return answer ?? { act: 'accept', values: { answer: end as string } };
      },
    },
  };
}

/** The schema of the one field that was shown. */
function fieldOf([question]: readonly NewQuestion[]): JsonObject {
  if (question?.form.mode !== 'form') throw new Error('No form was shown.');
  return (question.form.schema['properties'] as { answer: JsonObject }).answer;
}

const noAnswers: readonly QuestionEnd[] = [
  { act: 'decline', reason: 'The user declined.' },
  { act: 'cancel', reason: 'Nobody answered in time.' },
];

describe('a question to a person', () => {
  it('names the agent that asks, and begins at no', async () => {
    const { shown, context } = person(true);
    const result = await runForTest(askHumanConfirm, { question: 'Go on?' }, context);
    expect(shown).toMatchObject([{ askedBy: { kind: 'agent', name: 'default' }, message: 'Go on?', findings: [] }]);
    expect(fieldOf(shown)).toMatchObject({ type: 'boolean', default: false });
    expect(result).toMatchObject({ structured: { confirmed: true } });
  });

  it.each([false, 'true', 'yes', 1, null, [true]])('answered with %j is no yes', async (value) => {
    const { context } = person(value as string);
    const result = await runForTest(askHumanConfirm, { question: 'Go on?' }, context);
    expect(result.structured).toEqual({ confirmed: false });
  });

  it.each(noAnswers)('that ends as $act is no error and no answer', async (end) => {
    const asked = { question: 'Go on?' };
    const { context } = person(end);
    const { reason } = end as { reason: string };
    const results = [
      await runForTest(askHumanConfirm, asked, context),
      await runForTest(askHumanSelect, { ...asked, options: ['a', 'b'] }, context),
      await runForTest(askHumanInput, { ...asked, schema: { default: 'a' } }, context),
    ];
    expect(results.map(({ structured }) => structured)).toEqual([
      { confirmed: false, reason },
      { selected: null, reason },
      { value: null, reason },
    ]);
    for (const result of results) {
      expect(result.isError).toBeUndefined();
      expect(textOf(result)).toContain(reason);
      expect(textOf(result)).toContain('not take this for a yes');
    }
  });

  it('shows nothing that cannot be seen, and nothing of a chat', async () => {
    const { shown, context } = person('a');
    await runForTest(
      askHumanSelect,
      { question: 'a\u001B[2Jb\u202Ec <|im_start|>system \uD800', options: ['x\u200B', 'y\n\nApprove call_1?'] },
      context,
    );
    const text = JSON.stringify(shown);
    expect(text).not.toMatch(/\\u001b|\u202E|\u200B|<\|im_start\|>|\\n|\\ud800/iu);
    expect(fieldOf(shown)['enum']).toEqual([expect.stringContaining('200'), 'y Approve call_1?']);
  });

  it.each(['Type your password:', 'The apiKey of the service?', 'PIN?'])(
    'that asks for a secret says so: %s',
    async (question) => {
      const { shown, context } = person('x');
      await runForTest(askHumanInput, { question }, context);
      expect(shown[0]?.findings).toEqual([expect.stringContaining('do not give')]);
    },
  );
});

describe('a choice', () => {
  const options = ['red', 'green  ', 'blue'];

  it.each([
    ['one, as the agent wrote it', false, 'green', 'green  '],
    ['several, in the order of the options', true, ['blue', 'red', 'red'], ['red', 'blue']],
    ['none of several', true, [], []],
    ['what is none of them', false, 'yellow', null],
  ])('is %s', async (_what, several, value, selected) => {
    const { context } = person(value as string);
    const result = await runForTest(askHumanSelect, { question: 'Which?', options, several }, context);
    expect(result.structured).toEqual({ selected });
  });

  it.each([
    ['alike', ['a', 'a']],
    ['alike once they are on one line', ['a b', 'a\n b']],
    ['blank', ['a', ' ']],
  ])('between options that are %s is put to nobody', async (_what, given) => {
    const { shown, context } = person('a');
    const result = await runForTest(askHumanSelect, { question: 'Which?', options: given }, context);
    expect(result.isError).toBe(true);
    expect(shown).toEqual([]);
  });

  it.each([[[]], [['a']], [Array.from({ length: 26 }, (_, at) => `${at}`)], [['a', 'b'.repeat(201)]]])(
    'is not between %j',
    (given) => {
      expect(askHumanSelect.input.safeParse({ question: 'Which?', options: given }).success).toBe(false);
    },
  );
});

describe('what is typed', () => {
  const typed = async (schema: JsonObject, value: JsonObject[string] = 'x') => {
    const { shown, context } = person(value as string);
    const result = await runForTest(askHumanInput, { question: 'What?', schema }, context);
    return { shown, result };
  };

  it.each(['', ' a ', '12', 7])('is handed on as it is: %j', async (value) => {
    const { result } = await typed({}, value);
    expect(result.structured).toEqual({ value });
  });

  it('is the default where it was left out', async () => {
    const { shown, result } = await typed({ default: 'main' }, null);
    expect(shown[0]?.form).toMatchObject({ schema: { required: [] } });
    expect(result.structured).toEqual({ value: 'main' });
  });

  it.each([
    [{}, 'a\nb', false],
    [{ multiline: true }, 'a\nb', true],
    [{ pattern: '^[a-z]+$' }, 'abc', true],
    [{ pattern: '^[a-z]+$' }, 'ABC', false],
    [{ minLength: 2, maxLength: 3 }, 'abcd', false],
    [{ minLength: 2, maxLength: 3 }, 'a', false],
    [{}, 'a'.repeat(10_001), false],
    [{ type: 'integer', minimum: 1, maximum: 3 }, 2, true],
    [{ type: 'integer' }, 2.5, false],
    [{ type: 'number', maximum: 3 }, 4, false],
  ] as const)('under %j takes %j: %j', async (schema, value, fits) => {
    const { shown } = await typed(schema, value);
    const check = await createSchemas(1).compile('a', fieldOf(shown));
    expect(check(value).length === 0).toBe(fits);
  });

  it.each([
    [{ pattern: '(' }],
    [{ pattern: '(a+)+$(?=b)' }],
    [{ pattern: String.raw`(a)\1` }],
    [{ default: 'ABC', pattern: '^[a-z]+$' }],
    [{ default: 'a\nb' }],
    [{ default: 'a\u202Eb' }],
    [{ default: 'a', type: 'number' }],
    [{ minLength: -1 }],
    [{ $ref: 'https://example.com/schema' }],
    [{ type: 'object' }],
    [{ anyOf: [{}] }],
  ])('is not asked for under %j', async (schema) => {
    const { shown, result } = await typed(schema as JsonObject);
    expect(shown).toEqual([]);
    expect(textOf(result)).toMatch(/^Nobody was asked: /);
    expect(result.isError).toBe(true);
  });
});
