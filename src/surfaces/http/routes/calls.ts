// Routes that call tools and explain calls.
import { z } from '@hono/zod-openapi';
import { CapabilityError, type Call } from '../../../contract/index.ts';
import { streamCall } from '../exchange/call-stream.ts';
import { readCall, samplingShape } from '../exchange/read-call.ts';
import { replyOutcome, reply } from '../exchange/reply.ts';
import type { Route, RouteRequest } from '../exchange/route.ts';
import { outcomeShape } from '../exchange/shapes.ts';
import { wantsStream } from '../exchange/wants-stream.ts';

const callBody = z
  .strictObject({
    tool: z.string().openapi({ description: 'name or alias of the tool' }),
    arguments: z.looseObject({}).optional().openapi({ description: 'the arguments, as the schema of the tool says' }),
    json: z.string().optional().openapi({ description: 'instead of arguments: their JSON as text' }),
    userWords: z.string().optional().openapi({ description: "what the user said; only on the owner's socket" }),
    sampling: samplingShape
      .optional()
      .openapi({ description: 'for a stream: this client makes completions, which a call may ask it for' }),
  })
  .openapi('Call');

const outcomes = {
  200: 'completed; or failed, with isError',
  202: 'pending: it waits for approval, and runs when that is given',
  403: 'refused, with reasons',
  404: 'no such tool',
  422: 'arguments that do not fit, with paths',
  499: 'aborted',
  503: 'the store is away',
} as const;

export const callRoutes: readonly Route[] = [
  {
    id: 'callTool',
    method: 'post',
    path: '/api/calls',
    summary: 'Calls a tool through the gate.',
    description:
      'With "Accept: text/event-stream" status 200 and a stream: events `notice` with what the call says while it runs, then one `outcome` or ' +
      '`fault` with the status and the body that are the answer else.',
    body: callBody,
    responses: outcomes,
    result: outcomeShape,
    ownerOnly: false,
    async answer(route) {
      const call = callOf(route);
      if (wantsStream(route.headers)) return streamCall((beside) => route.runtime.call({ ...call, ...beside }), route);
      const outcome = await route.runtime.call(call);
      const response = replyOutcome(outcome);
      const mayAnswer = outcome.kind === 'pending' && route.runtime.mayElicit(call.caller);
      if (mayAnswer) response.headers.set('x-gatehouse-elicitation', 'accepted');
      return response;
    },
  },
  {
    id: 'explainCall',
    method: 'post',
    path: '/api/explain',
    summary: 'The decision of a call that is not made. Nothing is written, looked up or started.',
    body: callBody,
    responses: { 200: 'the decision, or the refusal before one' },
    ownerOnly: false,
    answer: async (route) => reply(await route.runtime.explain(callOf(route))),
  },
];

/** What a token sends is the word of a program, and it may not pass for the user's: these surfaces are stamped on the owner's socket alone. */
function callOf({ caller, body, signal }: RouteRequest): Call {
  const call = readCall(body);
  if (call.userWords !== undefined && caller.surface !== 'cli' && caller.surface !== 'library')
    throw new CapabilityError(
      'not_the_owner',
      "userWords is for the owner's socket: a token cannot speak for the user.",
    );
  return { ...call, caller, signal };
}
