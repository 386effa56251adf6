import { expect, it, onTestFinished } from 'vitest';
import type { AskedQuestion } from '../../contract/index.ts';
import { createSeal, openMemoryStore, systemClock } from '../../host/index.ts';
import { createQuestions, type QuestionBook } from '../../state/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { createQuestionDesk, type QuestionDesk } from './question-desk.ts';

const asked: AskedQuestion = {
  askedBy: { kind: 'server', name: 's' },
  message: 'Who are you?',
  form: { mode: 'form', schema: { type: 'object', properties: { name: { type: 'string' } } } },
  findings: [],
  callId: 'call_1',
  tool: 'mcp_s_ask',
  caller: sampleCaller(),
};

/** `slow` is how long the book takes to say that an end is written down. */
async function openDesks(slow: number): Promise<readonly [QuestionDesk, QuestionDesk]> {
  const open = await openMemoryStore({ workspace: '/w', clock: systemClock });
  onTestFinished(() => open.close());
  const kept = createQuestions(open.store);
  const book: QuestionBook = {
    ...kept,
    async end(...given) {
      const ended = await kept.end(...given);
      await new Promise((resolve) => setTimeout(resolve, slow));
      return ended;
    },
  };
  const seal = createSeal(Buffer.alloc(32, 7));
  const needs = {
    book,
    journal: open.journal,
    clock: systemClock,
    seal,
    expiryMs: 60_000,
    stayAlive: () => () => undefined,
  };
  const make = () =>
    createQuestionDesk({ ...needs, check: (_form, answer) => Promise.resolve(answer), keyed: (text) => text });
  return [make(), make()];
}

it.each([
  ['in the process that asks', 0],
  ['in another one', 1],
])('what is answered %s arrives whole, whoever notices first', async (_where, at) => {
  const desks = await openDesks(700);
  const { view, end } = await desks[0].open(asked);
  const answer = { act: 'accept', values: { name: 'Ada' } } as const;
  await desks[at === 0 ? 0 : 1].answer(view.id, answer, 'user:7');
  expect(await end).toEqual(answer);
});
