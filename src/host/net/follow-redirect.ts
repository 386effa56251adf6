// What a redirect turns a request into: where it goes, which method and headers are kept, and which redirects are not followed.
import { CapabilityError } from '../../contract/index.ts';
import type { Hop } from './wire/hop.ts';
import { checkUrl } from './check-url.ts';
import type { NetPolicy } from './net-policy.ts';
import { noFill, type SecretFill } from './secret-fill.ts';

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
  /** Secrets for their places in the URL. */
  readonly fill: SecretFill;
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
  const method = nextMethod(from.method, status);
  const problem = crossingProblem(from, to, method);
  if (problem !== null) throw refused(from, problem);
  const sameOrigin = to.url.origin === from.url.origin;
  const headers = sameOrigin ? from.headers : only(from.headers, (name) => harmlessHeaders.has(name));
  const fill = sameOrigin ? from.fill : noFill;
  if (method === from.method) return { ...to, method, headers, body: from.body, fill };
  return { ...to, method, headers: only(headers, (name) => !name.startsWith('content-')), body: null, fill };
}

/** Browsers turn a POST into a GET on 301 and 302, and all but GET and HEAD on 303 (Fetch standard, HTTP-redirect fetch). */
function nextMethod(method: Request['method'], status: number): Request['method'] {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET';
  return method === 'POST' && (status === 301 || status === 302) ? 'GET' : method;
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function crossingProblem(
  from: Request,
  to: Pick<Request, 'url' | 'internal'>,
  method: Request['method'],
): string | null {
  if (from.url.protocol === 'https:' && to.url.protocol === 'http:') return 'It leads from https to http.';
  // A listed origin is there to be called on purpose, not to be reached because a page elsewhere says so.
  if (to.internal && !from.internal) return 'It leads from a public address to an internal one.';
  if (to.url.origin === from.url.origin) return null;
  // Its own target, which echoes what it was sent.
  if (from.fill.isIn(to.url.href)) return 'It would take a secret to another origin.';
  const what = from.body !== null && method === from.method ? 'the body' : `a ${method}`;
  if (what === 'the body' || !readingMethods.has(method))
    return `It would send ${what} to ${to.url.origin}, which nobody was asked about.`;
  return null;
}

function refused(from: Request, why: string): CapabilityError {
  return new CapabilityError('address_refused', `The redirect from ${from.url.origin} was refused. ${why}`);
}

function only(headers: Readonly<Record<string, string>>, keep: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name)));
}
