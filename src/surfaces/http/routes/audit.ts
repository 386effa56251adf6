// Routes about the record: verifying, exporting and erasing are the owner's.
import { z } from '@hono/zod-openapi';
import { CapabilityError, type JsonValue } from '../../../contract/index.ts';
import { readBody } from '../read-body.ts';
import { reply } from '../reply.ts';
import { commonResponses, type Route } from '../route.ts';

const eraseBody = z.strictObject({ writer: z.string(), seq: z.number().int(), fields: z.array(z.string()).min(1), reason: z.string().max(4000) });

export const auditRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/api/audit/verify',
    summary: 'Checks chains, values and signatures.',
    responses: { ...commonResponses, 200: 'the report' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.verifyAudit()),
  },
  {
    method: 'get',
    path: '/api/audit/export',
    summary: 'The record as JSON lines, to be verified elsewhere.',
    query: z.object({ since: z.string().optional() }),
    responses: { ...commonResponses, 200: 'JSON lines' },
    ownerOnly: true,
    async answer({ owner, query, caller }) {
      const since = query.get('since');
      if (since !== null && !/^\d+$/.test(since)) throw new CapabilityError('malformed_request', 'since is milliseconds since the epoch.');
      return jsonLines(owner.exportAudit(since === null ? {} : { since: Number(since) }, caller.principal));
    },
  },
  {
    method: 'post',
    path: '/api/audit/erase',
    summary: 'Erases values of an event; the chain still verifies.',
    body: eraseBody,
    responses: { ...commonResponses, 200: 'erased' },
    ownerOnly: true,
    async answer({ owner, request }) {
      const { writer, seq, fields, reason } = await readBody(request, eraseBody);
      await owner.redact(writer, seq, fields, reason);
      return reply({ writer, seq, erased: fields });
    },
  },
];

function jsonLines(values: AsyncIterable<JsonValue>): Response {
  const iterator = values[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
    },
    cancel: async () => void (await iterator.return?.()),
  });
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' } });
}
