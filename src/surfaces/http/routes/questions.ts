// Routes about questions of running calls: everybody reads and answers those of the own session; the owner answers any.
import { z } from '@hono/zod-openapi';
import { CapabilityError, type JsonValue, type QuestionAnswer } from '../../../contract/index.ts';
import { parseJson } from '../../../text/index.ts';
import { readBody } from '../exchange/read-body.ts';
import { readQuery } from '../exchange/read-query.ts';
import { reply } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';
import { questionShape } from '../exchange/shapes.ts';

const idParams = z.object({ id: z.string() });
const listQuery = z.object({
  show: z.enum(['open', 'all']).default('open'),
  limit: z.coerce.number<string>().int().min(1).max(1000).default(100),
});
const answerBody = z
  .discriminatedUnion('act', [
    z.strictObject({
      act: z.literal('accept'),
      values: z.looseObject({}).openapi({ description: 'the fields of its form; empty for a page' }),
    }),
    z.strictObject({ act: z.literal('decline') }),
    z.strictObject({ act: z.literal('cancel') }),
  ])
  .openapi('QuestionAnswer');
const responses = { 200: 'the question as it is now', 404: 'no such question', 409: 'no longer open' } as const;

export const questionRoutes: readonly Route[] = [
  {
    id: 'listQuestions',
    method: 'get',
    path: '/api/questions',
    summary: 'What running calls ask their user: a client sees those of its own session.',
    query: listQuery,
    responses: { 200: 'a list' },
    result: z.array(questionShape),
    ownerOnly: false,
    answer: async ({ runtime, caller, query }) => reply(await runtime.questions(caller, readQuery(query, listQuery))),
  },
  {
    id: 'getQuestion',
    method: 'get',
    path: '/api/questions/{id}',
    summary: 'One question, whole.',
    params: idParams,
    responses: { 200: 'the question', 404: 'no such question of yours' },
    result: questionShape,
    ownerOnly: false,
    async answer({ runtime, caller, params }) {
      const view = await runtime.question(caller, params['id'] ?? '');
      if (view !== null) return reply(view);
      throw new CapabilityError('unknown_approval', 'No question of yours has that id.');
    },
  },
  {
    id: 'answerOwnQuestion',
    method: 'post',
    path: '/api/questions/{id}/elicited',
    summary: 'The answer of a client to a question of its own session. It is a yes to no call.',
    params: idParams,
    body: answerBody,
    responses,
    result: questionShape,
    ownerOnly: false,
    answer: async ({ runtime, caller, params, body }) =>
      reply(await runtime.answerQuestion(caller, params['id'] ?? '', toAnswer(body))),
  },
  {
    id: 'answerQuestion',
    method: 'post',
    path: '/api/questions/{id}/answer',
    summary: 'Answers a question of a running call.',
    params: idParams,
    body: answerBody,
    responses,
    result: questionShape,
    ownerOnly: true,
    answer: async ({ owner, caller, params, body }) =>
      reply(await owner.answerQuestion(params['id'] ?? '', toAnswer(body), caller.principal)),
  },
];

/** The values as they were sent: the shape only says that they are an object. */
function toAnswer(body: string): QuestionAnswer {
  const answer = readBody(body, answerBody);
  if (answer.act !== 'accept') return answer;
  const parsed = parseJson(body);
  const sent: JsonValue = parsed.ok ? parsed.value : null;
  const values = isObject(sent) ? sent['values'] : undefined;
  return { act: 'accept', values: isObject(values) ? values : {} };
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
