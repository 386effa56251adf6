// Routes that call tools, explain calls, and tell that we are alive.
import { z } from '@hono/zod-openapi';
import type { Call, JsonValue } from '../../../contract/index.ts';
import { readBody } from '../read-body.ts';
import { reply, replyOutcome } from '../reply.ts';
import { commonResponses, type Route, type RouteRequest } from '../route.ts';

/** Arguments are checked by the gate, losslessly; the route only wants that there are some. */
const callBody = z
  .strictObject({
    tool: z.string().min(1).max(1000),
    arguments: z.custom<JsonValue>((value) => value !== undefined).optional().openapi({ type: 'object', description: 'the arguments, as the tool’s schema says' }),
    json: z.string().optional().openapi({ description: 'instead of arguments: their JSON as text' }),
  })
  .openapi('Call');

const outcomes = {
  200: 'completed, or failed with isError',
  202: 'pending: waits for approval',
  404: 'no such tool',
  422: 'arguments that do not fit, with paths',
  499: 'aborted',
  503: 'the store is away',
} as const;

export const callRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/health',
    summary: 'Whether the daemon answers.',
    responses: { ...commonResponses, 200: 'it does' },
    ownerOnly: false,
    answer: async ({ runtime, caller }) => reply({ status: 'ok', workspace: runtime.workspace, elicitation: runtime.mayElicit(caller) ? [caller.principal] : [] }),
  },
  {
    method: 'post',
    path: '/api/calls',
    summary: 'Calls a tool through the gate.',
    body: callBody,
    responses: { ...commonResponses, ...outcomes, 400: 'a body that is none', 403: 'refused, with reasons' },
    ownerOnly: false,
    answer: async (route) => replyOutcome(await route.runtime.call(await toCall(route))),
  },
  {
    method: 'post',
    path: '/api/explain',
    summary: 'The decision of a call that is not made. Nothing is written, looked up or started.',
    body: callBody,
    responses: { ...commonResponses, 200: 'the decision, or the refusal before one', 400: 'a body that is none' },
    ownerOnly: false,
    answer: async (route) => reply(await route.runtime.explain(await toCall(route))),
  },
];

async function toCall({ caller, request }: RouteRequest): Promise<Call> {
  const body = await readBody(request, callBody);
  return { tool: body.tool, arguments: body.json === undefined ? { value: body.arguments ?? {} } : { json: body.json }, caller, signal: request.signal };
}
