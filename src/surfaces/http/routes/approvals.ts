// Routes about requests for approval: everybody reads and collects their own; the owner answers.
import { z } from '@hono/zod-openapi';
import { CapabilityError, type ApprovalAnswer, type ApprovalView } from '../../../contract/index.ts';
import { streamCall } from '../exchange/call-stream.ts';
import { readBody } from '../exchange/read-body.ts';
import { samplingShape } from '../exchange/read-call.ts';
import { readQuery } from '../exchange/read-query.ts';
import { reply, replyOutcome } from '../exchange/reply.ts';
import type { Route, RouteRequest } from '../exchange/route.ts';
import { approvalShape, outcomeShape } from '../exchange/shapes.ts';
import { wantsStream } from '../exchange/wants-stream.ts';

const idParams = z.object({ id: z.string() });
const listQuery = z.object({
  show: z.enum(['open', 'all']).default('open'),
  limit: z.coerce.number<string>().int().min(1).max(1000).default(100),
});
const answerBody = z
  .discriminatedUnion('act', [
    z.strictObject({ act: z.literal('once') }),
    z.strictObject({ act: z.literal('session'), minutes: z.number().optional() }),
    z.strictObject({ act: z.literal('deny'), note: z.string().max(4000).optional() }),
    z.strictObject({ act: z.literal('edit'), arguments: z.string().openapi({ description: 'JSON as text' }) }),
  ])
  .openapi('Answer');
const elicitedBody = z.strictObject({ accepted: z.boolean(), sampling: samplingShape.optional() });
const missing = { 404: 'no such request of yours' } as const;

export const approvalRoutes: readonly Route[] = [
  {
    id: 'listApprovals',
    method: 'get',
    path: '/api/approvals',
    summary: 'Requests for approval: a client sees its own.',
    query: listQuery,
    responses: { 200: 'a list' },
    result: z.array(approvalShape),
    ownerOnly: false,
    answer: async ({ runtime, caller, query }) => reply(await runtime.approvals(caller, readQuery(query, listQuery))),
  },
  {
    id: 'getApproval',
    method: 'get',
    path: '/api/approvals/{id}',
    summary: 'One request, whole.',
    params: idParams,
    responses: { ...missing, 200: 'the request' },
    result: approvalShape,
    ownerOnly: false,
    answer: async (route) => reply(await find(route)),
  },
  {
    id: 'collectApproval',
    method: 'post',
    path: '/api/approvals/{id}/collect',
    summary: 'The outcome of an own call that came back pending: once.',
    params: idParams,
    responses: {
      ...missing,
      200: 'the outcome',
      202: 'still open',
      403: 'it ended without running',
      499: 'it was aborted',
    },
    result: outcomeShape,
    ownerOnly: false,
    answer: async ({ runtime, caller, params }) => replyOutcome(await runtime.collect(caller, params['id'] ?? '')),
  },
  {
    id: 'withdrawApproval',
    method: 'delete',
    path: '/api/approvals/{id}',
    summary: 'Takes an own open request back.',
    params: idParams,
    responses: { ...missing, 200: 'withdrawn', 409: 'no longer open' },
    ownerOnly: false,
    async answer(route) {
      const { id, status } = await find(route);
      const done = await route.runtime.withdraw(route.caller, id);
      if (!done)
        throw new CapabilityError('not_answerable', `The request ${id} is ${status} and cannot be taken back.`);
      return reply({ id, status: 'withdrawn' });
    },
  },
  {
    id: 'answerByElicitation',
    method: 'post',
    path: '/api/approvals/{id}/elicited',
    summary: 'A client’s own answer, where the operator allows this client to give it.',
    description:
      'With "Accept: text/event-stream" a stream, as of a call: what it says and asks while it runs, and its outcome.',
    params: idParams,
    body: elicitedBody,
    responses: {
      ...missing,
      200: 'the outcome',
      403: 'not allowed to this client, or it ended without running',
      409: 'no longer open',
    },
    result: outcomeShape,
    ownerOnly: false,
    async answer(route) {
      const { runtime, caller, params } = route;
      const { accepted, sampling } = readBody(route.body, elicitedBody);
      const answer = { accepted, ...(sampling === undefined ? {} : { sampling }) };
      const id = params['id'] ?? '';
      if (wantsStream(route.headers))
        return streamCall(({ onNotice }) => runtime.elicited(caller, id, { ...answer, onNotice }), route);
      return replyOutcome(await runtime.elicited(caller, id, answer));
    },
  },
  {
    id: 'answerApproval',
    method: 'post',
    path: '/api/approvals/{id}/answer',
    summary: 'Approves once, for the session, with other arguments, or denies. Waits for the execution.',
    params: idParams,
    body: answerBody,
    responses: { ...missing, 200: 'what became of it', 409: 'no longer open' },
    result: z.object({ approval: approvalShape, outcome: outcomeShape.nullable(), text: z.string() }),
    ownerOnly: true,
    async answer({ owner, caller, params, body, signal }) {
      return reply(
        await owner.answer(params['id'] ?? '', toAnswer(readBody(body, answerBody)), { by: caller.principal, signal }),
      );
    },
  },
];

/** Absent and undefined are one thing here and two for the contract. */
function toAnswer(body: z.output<typeof answerBody>): ApprovalAnswer {
  if (body.act === 'session')
    return body.minutes === undefined ? { act: 'session' } : { act: 'session', minutes: body.minutes };
  if (body.act === 'deny') return body.note === undefined ? { act: 'deny' } : { act: 'deny', note: body.note };
  return body;
}

async function find({ runtime, caller, params }: RouteRequest): Promise<ApprovalView> {
  const id = params['id'] ?? '';
  const view = await runtime.approval(caller, id);
  if (view === null)
    throw new CapabilityError(
      'unknown_approval',
      `No request for approval has the id ${JSON.stringify(id.slice(0, 80))}.`,
    );
  return view;
}
