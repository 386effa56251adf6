// The route of events: a list, or as they come (server-sent events) for a client that asks for that type.
import { z } from '@hono/zod-openapi';
import type { Caller, EventQuery, RecordedEvent } from '../../../contract/index.ts';
import { eventQueryShape, placeText, toEventQuery, toPlace } from '../exchange/event-query.ts';
import { readQuery } from '../exchange/read-query.ts';
import { reply } from '../exchange/reply.ts';
import type { Route, RouteRequest } from '../exchange/route.ts';
import { eventShape } from '../exchange/shapes.ts';
import { replyStream } from '../exchange/stream.ts';
import { wantsStream } from '../exchange/wants-stream.ts';

export const eventRoutes: readonly Route[] = [
  {
    id: 'listEvents',
    method: 'get',
    path: '/api/events',
    summary: 'Events; with "Accept: text/event-stream" those that come.',
    description:
      'The newest, in order of time; with `after` those that follow it. A stream begins now, or behind `after` or the header Last-Event-ID. ' +
      'A guest gets its own events; without `after`, those among the newest 1,000.',
    query: eventQueryShape,
    responses: { 200: 'a list, or a stream' },
    result: z.array(eventShape),
    ownerOnly: false,
    async answer(route) {
      const query = toEventQuery(readQuery(route.query, eventQueryShape));
      if (wantsStream(route.headers)) return stream(query, route);
      return reply(await list(query, route));
    },
  },
];

const defaultLimit = 50;
const mostAtOnce = 1000;

async function list(query: EventQuery, { runtime, caller }: RouteRequest): Promise<readonly RecordedEvent[]> {
  if (caller.trust === 'operator') return runtime.events(query);
  const own = (await runtime.events({ ...query, limit: mostAtOnce })).filter((event) => mayRead(event, caller));
  const limit = query.limit ?? defaultLimit;
  return query.after === undefined ? own.slice(-limit) : own.slice(0, limit);
}

/** A guest reads what it did itself: events hold arguments. */
function mayRead(event: RecordedEvent, caller: Caller): boolean {
  return caller.trust === 'operator' || event.envelope['principal'] === caller.principal;
}

async function stream(query: EventQuery, route: RouteRequest): Promise<Response> {
  const { runtime, caller, headers } = route;
  // A client that lost the stream goes on where it was.
  const last = headers.get('last-event-id');
  const after = last === null || last === '' ? (query.after ?? (await newest(query, route))) : toPlace(last);
  const following = new AbortController();
  return replyStream(
    {
      items: runtime.follow({ ...query, after }, following.signal),
      write: (event) =>
        mayRead(event, caller)
          ? `id: ${placeText(event)}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`
          : '',
      stop: () => following.abort(),
      quiet: ': events follow\n\n',
      contentType: 'text/event-stream; charset=utf-8',
    },
    route,
  );
}

/** Where the record ends now: known before the client hears that its stream is open, so that it misses nothing from then on. */
async function newest(query: EventQuery, { runtime }: RouteRequest): Promise<NonNullable<EventQuery['after']>> {
  const event = (await runtime.events({ ...query, limit: 1 })).at(-1);
  return event === undefined ? { at: 0, writer: '', seq: 0 } : { at: event.at, writer: event.writer, seq: event.seq };
}
