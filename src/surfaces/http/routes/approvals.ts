// Routes about requests for approval: everybody reads and collects their own; the owner answers.
import { z } from '@hono/zod-openapi';
import { CapabilityError, type ApprovalAnswer, type ApprovalView } from '../../../contract/index.ts';
import { readBody } from '../read-body.ts';
import { reply, replyOutcome } from '../reply.ts';
import { commonResponses, type Route, type RouteRequest } from '../route.ts';

const idParams = z.object({ id: z.string() });
const answerBody = z
  .discriminatedUnion('act', [
    z.strictObject({ act: z.literal('once') }),
    z.strictObject({ act: z.literal('session'), minutes: z.number().optional() }),
    z.strictObject({ act: z.literal('deny'), note: z.string().max(4000).optional() }),
    z.strictObject({ act: z.literal('edit'), arguments: z.string() }),
  ])
  .openapi('Answer');
const elicitedBody = z.strictObject({ accepted: z.boolean() });
const missing = { 404: 'no such request of yours' } as const;

export const approvalRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/approvals',
    summary: 'Requests for approval: a client sees its own.',
    query: z.object({ show: z.enum(['open', 'all']).optional(), limit: z.string().optional() }),
    responses: { ...commonResponses, 200: 'a list' },
    ownerOnly: false,
    async answer({ runtime, caller, query }) {
      const limit = Number(query.get('limit') ?? 100);
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new CapabilityError('malformed_request', 'limit is a whole number from 1 to 1000.');
      return reply(await runtime.approvals(caller, { show: query.get('show') === 'all' ? 'all' : 'open', limit }));
    },
  },
  {
    method: 'get',
    path: '/api/approvals/{id}',
    summary: 'One request, whole.',
    params: idParams,
    responses: { ...commonResponses, ...missing, 200: 'the request' },
    ownerOnly: false,
    answer: async (route) => reply(await find(route)),
  },
  {
    method: 'post',
    path: '/api/approvals/{id}/collect',
    summary: 'The outcome of an own call that came back pending: once.',
    params: idParams,
    responses: { ...commonResponses, ...missing, 200: 'the outcome', 202: 'still open' },
    ownerOnly: false,
    answer: async ({ runtime, caller, params }) => replyOutcome(await runtime.collect(caller, params['id'] ?? '')),
  },
  {
    method: 'delete',
    path: '/api/approvals/{id}',
    summary: 'Takes an own open request back.',
    params: idParams,
    responses: { ...commonResponses, ...missing, 200: 'withdrawn', 409: 'no longer open' },
    ownerOnly: false,
    async answer(route) {
      const { id, status } = await find(route);
      const done = await route.runtime.withdraw(route.caller, id);
      if (!done) throw new CapabilityError('not_answerable', `The request ${id} is ${status} and cannot be taken back.`);
      return reply({ id, status: 'withdrawn' });
    },
  },
  {
    method: 'post',
    path: '/api/approvals/{id}/elicited',
    summary: 'A client’s own answer, where the operator allows this client to give it.',
    params: idParams,
    body: elicitedBody,
    responses: { ...commonResponses, 200: 'the outcome' },
    ownerOnly: false,
    async answer({ runtime, caller, params, request }) {
      const { accepted } = await readBody(request, elicitedBody);
      return replyOutcome(await runtime.elicited(caller, params['id'] ?? '', accepted));
    },
  },
  {
    method: 'post',
    path: '/api/approvals/{id}/answer',
    summary: 'Approves once, for the session, with other arguments, or denies. Waits for the execution.',
    params: idParams,
    body: answerBody,
    responses: { ...commonResponses, ...missing, 200: 'what became of it', 409: 'no longer open' },
    ownerOnly: true,
    async answer({ owner, caller, params, request }) {
      const answer = toAnswer(await readBody(request, answerBody));
      return reply(await owner.answer(params['id'] ?? '', answer, caller.principal, request.signal));
    },
  },
];

/** Absent and undefined are one thing here and two for the contract. */
function toAnswer(body: z.output<typeof answerBody>): ApprovalAnswer {
  if (body.act === 'session') return body.minutes === undefined ? { act: 'session' } : { act: 'session', minutes: body.minutes };
  if (body.act === 'deny') return body.note === undefined ? { act: 'deny' } : { act: 'deny', note: body.note };
  return body;
}

async function find({ runtime, caller, params }: RouteRequest): Promise<ApprovalView> {
  const id = params['id'] ?? '';
  const view = await runtime.approval(caller, id);
  if (view === null) throw new CapabilityError('unknown_approval', `No request for approval has the id ${JSON.stringify(id.slice(0, 80))}.`);
  return view;
}
