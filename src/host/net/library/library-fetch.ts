// A web-standard fetch for libraries that speak HTTP themselves: each request judged and dialled like any other, no redirect followed, and the
// body handed on as it comes.
import { Readable } from 'node:stream';
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';
import { checkUrl } from '../check-url.ts';
import { connectJudged } from '../connect-judged.ts';
import { createAddressJudge, type NetAccessNeeds } from '../net-access.ts';
import { startDeadline } from '../wire/deadline.ts';
import { describeFailure } from '../wire/describe-failure.ts';
import type { NetLimits } from '../wire/hop.ts';
import { boundedStream } from './bounded-stream.ts';

export type LibraryFetch = (url: string | URL, init?: LibraryRequest) => Promise<Response>;

/** As much of a request as is made. */
export interface LibraryRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

export type LibraryFetchNeeds = Pick<NetAccessNeeds, 'policy' | 'proxy' | 'resolve' | 'ownAddresses'>;

const limits: NetLimits = {
  lookupMs: 10_000,
  connectMs: 10_000,
  // The answer to a long call begins when the call is over; who asks sets the nearer limit.
  headersMs: 15 * 60_000,
  // A stream of events may be silent for long.
  idleMs: 0,
  totalMs: 0,
  maxHeaderBytes: 32_768,
};
/** Of one answer, and of one event of a stream. */
const maxBytes = 32 * 1024 * 1024;
const methods = ['GET', 'POST', 'DELETE'] as const;
/** What the connection sets itself. */
const ownHeader =
  /^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|accept-encoding|expect|proxy-.*)$/;

/** Rejects with `address_refused` or `fetch_failed`; with the reason of the signal where that aborted. */
export function createLibraryFetch(needs: LibraryFetchNeeds): LibraryFetch {
  const judge = createAddressJudge(needs, limits.lookupMs);
  return async (asked, init = {}) => {
    const verdict = checkUrl(String(asked), needs.policy);
    if (!verdict.ok) throw new CapabilityError('address_refused', verdict.text);
    const signal = init.signal ?? new AbortController().signal;
    const { host } = verdict.url;
    const url = new URL(verdict.url.href);
    const addresses = await judge({ url, host, internal: verdict.internal }, signal, signal);
    const method = methods.find((known) => known === (init.method ?? 'GET'));
    if (method === undefined) throw new CapabilityError('fetch_failed', `The method ${init.method} is not used here.`);
    const body = init.body ?? null;
    if (body !== null && typeof body !== 'string')
      throw new CapabilityError('fetch_failed', 'A body that is no text is not sent here.');
    const request = { url, addresses, method, signal, proxy: verdict.internal ? null : (needs.proxy ?? null) };
    try {
      return await dial({
        ...request,
        headers: headersOf(init),
        body,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw isCapabilityError(cause) ? cause : describeFailure(url, cause, signal);
    }
  };
}

function headersOf({ headers }: LibraryRequest): Record<string, string> {
  return Object.fromEntries([...new Headers(headers)].filter(([name]) => !ownHeader.test(name)));
}

interface Dialling {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly proxy: URL | null;
  readonly method: (typeof methods)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

async function dial({ url, method, headers, body, signal, ...way }: Dialling): Promise<Response> {
  const { buildConnector, Client } = await import('undici');
  const hop = { url, signal, limits, ...way };
  const client = new Client(url.origin, {
    connect: await connectJudged(hop, buildConnector),
    allowH2: false,
    useMilo: false,
    pipelining: 0,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
  });
  const end = (): void => void client.destroy().catch(() => undefined);
  const answered = startDeadline(limits.connectMs + limits.headersMs, 'UND_ERR_HEADERS_TIMEOUT', signal);
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      signal: answered.signal,
    });
    const { statusCode: status } = answer;
    if (status >= 300 && status < 400 && status !== 304) throw redirected(url, answer.headers['location']);
    const answerHeaders = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value ?? ''].flat()) answerHeaders.append(name, one);
    const isEvents = answerHeaders.get('content-type')?.startsWith('text/event-stream') === true;
    const stream = boundedStream(answer.body, { maxBytes, isEvents, end });
    if (status !== 204 && status !== 205 && status !== 304)
      // Node's stream of bytes is the web's; the two declarations differ in their names only.
      return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers: answerHeaders });
    stream.resume();
    return new Response(null, { status, headers: answerHeaders });
  } catch (cause) {
    end();
    throw cause;
  } finally {
    answered.met();
  }
}

function redirected(url: URL, location: string | string[] | undefined): CapabilityError {
  const to = URL.parse([location ?? ''].flat().join(), url.href)?.origin ?? 'nowhere';
  return new CapabilityError(
    'address_refused',
    `${url.origin} redirects to ${to}, and what is sent there goes nowhere else. Configure the address it means, if that is the one you want.`,
  );
}
