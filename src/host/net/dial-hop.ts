// Makes one request to addresses that were judged, on a connection of its own, and nothing else: no redirect, no reuse, no proxy of the
// environment.
import { connectJudged } from './connect-judged.ts';
import { startDeadline } from './wire/deadline.ts';
import type { Hop, HopAnswer } from './wire/hop.ts';
import { acceptedEncodings, readBody } from './wire/read-body.ts';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where a response leads, or null: only the five statuses with a Location are redirects. */
export function redirectTarget(answer: Pick<HopAnswer, 'status' | 'headers'>): string | null {
  return redirectStatuses.has(answer.status) ? (answer.headers['location'] ?? null) : null;
}

/** Rejects with whatever went wrong on the way; `net-access` puts it into words. */
export async function dialHop(hop: Hop): Promise<HopAnswer> {
  // Imported when first needed: most commands never dial, and it is a tenth of a second to load.
  const { buildConnector, Client } = await import('undici');
  const client = new Client(hop.url.origin, {
    connect: await connectJudged(hop, buildConnector),
    allowH2: false,
    // Never the environment's choice of parser (UNDICI_USE_MILO).
    useMilo: false,
    pipelining: 0,
    maxHeaderSize: hop.limits.maxHeaderBytes,
    headersTimeout: hop.limits.headersMs,
    bodyTimeout: hop.limits.idleMs,
  });
  // undici's own begins anew with each interim answer (1xx), so that a server could go on with them for ever.
  const answered = startDeadline(hop.limits.connectMs + hop.limits.headersMs, 'UND_ERR_HEADERS_TIMEOUT', hop.signal);
  try {
    const response = await client.request({
      path: hop.url.pathname + hop.url.search,
      method: hop.method,
      headers: { ...hop.headers, 'accept-encoding': acceptedEncodings },
      body: hop.body,
      signal: answered.signal,
    });
    answered.met();
    const headers = plainHeaders(response.headers);
    const { statusCode: status } = response;
    if (redirectTarget({ status, headers }) !== null) return { status, headers, body: new Uint8Array(), cut: false };
    const encoding =
      hop.method === 'HEAD' || status === 204 || status === 304 ? '' : (headers['content-encoding'] ?? '');
    const { bytes, cut } = await readBody(response.body, encoding, hop.maxBytes);
    return { status, headers: decodedHeaders(headers), body: bytes, cut };
  } finally {
    answered.met();
    await client.destroy();
  }
}

/** Repeated headers are joined as RFC 9110 says. `fromEntries`, since a server may send a header named `__proto__`. */
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  );
}

/** The body is handed on decoded: its encoding, and its length on the wire, no longer hold. */
function decodedHeaders(headers: Record<string, string>): Record<string, string> {
  if (headers['content-encoding'] === undefined) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'content-encoding' && name !== 'content-length'),
  );
}
