// Routes about the record: verifying, exporting and erasing are the owner's.
import { z } from '@hono/zod-openapi';
import { eventQueryShape, toEventQuery } from '../exchange/event-query.ts';
import { readBody } from '../exchange/read-body.ts';
import { reply } from '../exchange/reply.ts';
import type { Route, RouteRequest } from '../exchange/route.ts';
import { replyStream } from '../exchange/stream.ts';
import { wantsStream } from '../exchange/wants-stream.ts';
import type { JsonValue } from '../../../contract/index.ts';

const eraseBody = z
  .strictObject({
    writer: z.string().max(200),
    seq: z.number().int(),
    fields: z.array(z.string().max(200)).min(1).max(100),
    reason: z.string().max(4000),
  })
  .openapi('Erasure');
const exportBody = z
  .strictObject({
    ...eventQueryShape.shape,
    since: z.number().int().optional(),
    limit: z.number().int().min(0).optional(),
  })
  .openapi('Export');

export const auditRoutes: readonly Route[] = [
  {
    id: 'verifyAudit',
    method: 'post',
    path: '/api/audit/verify',
    summary: 'Checks chains, values and signatures.',
    responses: { 200: 'the report' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.verifyAudit()),
  },
  {
    id: 'exportAudit',
    method: 'post',
    path: '/api/audit/export',
    summary: 'The record as JSON lines, to be verified elsewhere. That it was exported is recorded.',
    body: exportBody,
    responses: { 200: 'JSON lines; with "Accept: text/event-stream" one event each' },
    ownerOnly: true,
    async answer(route) {
      const query = toEventQuery(readBody(route.body, exportBody));
      return replyLines(await begun(route.owner.exportAudit(query, route.caller.principal)), route);
    },
  },
  {
    id: 'eraseValues',
    method: 'post',
    path: '/api/audit/erase',
    summary: 'Erases values of an event; the chain still verifies.',
    body: eraseBody,
    responses: { 200: 'erased' },
    ownerOnly: true,
    async answer({ owner, body }) {
      const { writer, seq, fields, reason } = readBody(body, eraseBody);
      await owner.redact({ writer, seq }, fields, reason);
      return reply({ writer, seq, erased: fields });
    },
  },
];

/** The same items, the first of which is there: what cannot even begin is a fault with its status, and no stream that breaks off. */
async function begun(items: AsyncIterable<JsonValue>): Promise<AsyncIterable<JsonValue>> {
  const iterator = items[Symbol.asyncIterator]();
  const first = await iterator.next();
  let isFirst = true;
  const next = (): Promise<IteratorResult<JsonValue>> => {
    if (!isFirst) return iterator.next();
    isFirst = false;
    return Promise.resolve(first);
  };
  const end = async (): Promise<IteratorResult<JsonValue>> =>
    (await iterator.return?.()) ?? { done: true, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

function replyLines(items: AsyncIterable<JsonValue>, route: RouteRequest): Response {
  const asEvents = wantsStream(route.headers);
  return replyStream(
    {
      items,
      write: (item) => (asEvents ? `data: ${JSON.stringify(item)}\n\n` : `${JSON.stringify(item)}\n`),
      stop: () => undefined,
      quiet: '',
      contentType: asEvents ? 'text/event-stream; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    },
    route,
  );
}
