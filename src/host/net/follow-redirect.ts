// What a redirect turns a request into: where it goes, which method and headers are kept, and which redirects are not followed.
import { CapabilityError } from '../../contract/index.ts';
import type { Hop } from './wire/hop.ts';
import { checkUrl } from './check-url.ts';
import type { NetPolicy } from './net-policy.ts';

/** Kept across origins. A list of what may stay: `authorization` and `cookie` are not the only headers that carry credentials. */
const harmlessHeaders: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

/** The part of a request that changes from hop to hop. */
export interface Request {
  readonly url: URL;
  readonly host: string;
  /** The operator listed its origin: its addresses are not judged. */
  readonly internal: boolean;
  readonly method: Hop['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Redirect {
  readonly status: number;
  readonly location: string;
}

/** Judges the target like a new URL. Throws `address_refused`. */
export function followRedirect(from: Request, { status, location }: Redirect, policy: NetPolicy): Request {
  const target = URL.parse(location, from.url.href);
  const verdict = checkUrl(target?.href ?? location, policy);
  if (!verdict.ok) throw refused(from, verdict.text);
  const to = { url: new URL(verdict.url.href), host: verdict.url.host, internal: verdict.internal };
  const keepsBody = from.method !== 'POST' || status === 307 || status === 308;
  const problem = crossingProblem(from, to, keepsBody && from.body !== null);
  if (problem !== null) throw refused(from, problem);
  const sameOrigin = to.url.origin === from.url.origin;
  const headers = sameOrigin ? from.headers : only(from.headers, (name) => harmlessHeaders.has(name));
  if (keepsBody) return { ...to, method: from.method, headers, body: from.body };
  // Browsers turn a POST into a GET on 301 and 302 as on 303 (Fetch standard, HTTP-redirect fetch).
  return { ...to, method: 'GET', headers: only(headers, (name) => !name.startsWith('content-')), body: null };
}

function crossingProblem(from: Request, to: Pick<Request, 'url' | 'internal'>, withBody: boolean): string | null {
  if (from.url.protocol === 'https:' && to.url.protocol === 'http:') return 'It leads from https to http.';
  // A listed origin is there to be called on purpose, not to be reached because a page elsewhere says so.
  if (to.internal && !from.internal) return 'It leads from a public address to an internal one.';
  const crosses = to.url.origin !== from.url.origin;
  return crosses && withBody ? `It would send the body to ${to.url.origin}, which nobody was asked about.` : null;
}

function refused(from: Request, why: string): CapabilityError {
  return new CapabilityError('address_refused', `The redirect from ${from.url.origin} was refused. ${why}`);
}

function only(headers: Readonly<Record<string, string>>, keep: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name)));
}
