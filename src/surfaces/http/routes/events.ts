// The route of events: a list, or as they come (server-sent events) for a client that asks for that type.
import { z } from '@hono/zod-openapi';
import { CapabilityError, eventKinds, type Caller, type EventKind, type EventQuery, type RecordedEvent } from '../../../contract/index.ts';
import { reply } from '../reply.ts';
import { commonResponses, type Route, type RouteRequest } from '../route.ts';

const eventQuery = z.strictObject({
  kinds: z.string().optional().openapi({ description: 'kinds of events, separated by commas' }),
  tool: z.string().optional(),
  call: z.string().optional().openapi({ description: 'the id of a call or of an approval' }),
  session: z.string().optional(),
  since: z.coerce.number().int().optional().openapi({ description: 'milliseconds since the epoch' }),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  after: z.string().optional().openapi({ description: 'AT:WRITER:SEQ of the last event that is known' }),
});

export const eventRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/events',
    summary: 'Events; with "Accept: text/event-stream" also those that come.',
    query: eventQuery,
    responses: { ...commonResponses, 200: 'a list, or a stream' },
    ownerOnly: false,
    async answer(route) {
      const query = toQuery(route.query);
      if (route.request.headers.get('accept')?.includes('text/event-stream') === true) return stream(query, route);
      return reply((await route.runtime.events(query)).filter((event) => mayRead(event, route.caller)));
    },
  },
];

/** A guest reads what it did itself: events hold arguments. */
function mayRead(event: RecordedEvent, caller: Caller): boolean {
  return caller.trust === 'operator' || event.envelope['principal'] === caller.principal;
}

function toQuery(params: URLSearchParams): EventQuery {
  const checked = eventQuery.safeParse(Object.fromEntries(params));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new CapabilityError('malformed_request', `The query is not one: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const { kinds, tool, call, session, since, limit, after } = checked.data;
  return {
    ...(kinds === undefined ? {} : { kinds: toKinds(kinds) }),
    ...(tool === undefined ? {} : { tool }),
    ...(call === undefined ? {} : { callId: call }),
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since }),
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { after: toPlace(after) }),
  };
}

function toKinds(text: string): readonly EventKind[] {
  return text.split(',').map((word) => {
    const found = eventKinds.find((item) => item === word);
    if (found === undefined) throw new CapabilityError('malformed_request', `${JSON.stringify(word)} is no kind of event; there are ${eventKinds.join(', ')}.`);
    return found;
  });
}

function toPlace(text: string): NonNullable<EventQuery['after']> {
  const match = /^(\d+):(.*):(\d+)$/.exec(text);
  if (match === null) throw new CapabilityError('malformed_request', 'after is AT:WRITER:SEQ, the id of an event of the stream.');
  return { at: Number(match[1]), writer: match[2] ?? '', seq: Number(match[3]) };
}

function stream(query: EventQuery, { runtime, caller, request }: RouteRequest): Response {
  const stopping = new AbortController();
  request.signal.addEventListener('abort', () => stopping.abort(), { once: true });
  const events = runtime.follow(withLastId(query, request), stopping.signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(': events follow\n\n')),
    async pull(controller) {
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done === true) return controller.close();
        const event = next.value;
        if (!mayRead(event, caller)) continue;
        controller.enqueue(encoder.encode(`id: ${event.at}:${event.writer}:${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`));
        return undefined;
      }
    },
    cancel: () => stopping.abort(),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' } });
}

/** A client that lost the stream goes on where it was. */
function withLastId(query: EventQuery, request: Request): EventQuery {
  const last = request.headers.get('last-event-id');
  return last === null ? query : { ...query, after: toPlace(last) };
}
