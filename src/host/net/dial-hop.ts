// Makes one request to addresses that were judged, on a connection of its own, and nothing else: no redirect, no proxy, no reuse.
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector as Connector } from 'undici';
import { startDeadline } from './deadline.ts';
import { canonicalAddress } from './judge-address.ts';
import { acceptedEncodings, readBody } from './read-body.ts';

export interface NetLimits {
  /** One lookup of a name. */
  readonly lookupMs: number;
  readonly connectMs: number;
  /** From the request to the end of the response's headers, interim answers included. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** The whole fetch: lookups, redirects and body. */
  readonly totalMs: number;
  readonly maxHeaderBytes: number;
}

export interface Hop {
  readonly url: URL;
  /** The judged addresses; the connection goes to one of these. */
  readonly addresses: readonly string[];
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly maxBytes: number;
  readonly limits: NetLimits;
  readonly signal: AbortSignal;
}

export interface HopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly cut: boolean;
}

/** Makes the request of one hop. The body of a redirect is left unread. */
export type DialHop = (hop: Hop) => Promise<HopAnswer>;

/** More addresses than these are judged, but not tried one after the other. */
const mostDialled = 8;

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
    connect: connectorTo(hop, buildConnector),
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

function connectorTo(hop: Hop, buildConnector: typeof Connector): Connector.connector {
  const pinned = hop.addresses.slice(0, mostDialled);
  const expected = new Set(pinned.map(canonicalAddress));
  const connect = buildConnector({
    lookup: pinnedLookup(pinned),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1000,
    // Not NODE_TLS_REJECT_UNAUTHORIZED's choice.
    rejectUnauthorized: true,
    maxCachedSessions: 0,
    timeout: hop.limits.connectMs,
    allowH2: false,
  });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // The last word: whatever undici or Node did with the name, this is where the bytes would go.
      if (expected.has(canonicalAddress(socket.remoteAddress ?? ''))) return callback(null, socket);
      socket.destroy();
      return callback(new Error('the connection did not lead to the address that was checked'), null);
    });
}

/** Answers the judged addresses for the one name that is dialled. Literal addresses never come here. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all === true || first === undefined) return callback(null, found);
    return callback(null, first.address, first.family);
  };
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
