// Vectors of the net guard: each goes through the whole of createNetAccess; only the resolver and the dialler are stand-ins.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isCapabilityError } from '../../src/contract/index.ts';
import { checkUrl, createNetAccess, createNetPolicy } from '../../src/host/index.ts';
import { readLines } from './read-lines.ts';
import type { VectorKind, VectorResult } from './vector-kind.ts';

const vector = z.object({
  id: z.string(),
  class: z.string(),
  url: z.string(),
  resolves: z.array(z.string()).optional(),
  resolves_second: z.array(z.string()).optional(),
  expect_dial: z.string().optional(),
  redirect_to: z.string().optional(),
  redirect_resolves: z.array(z.string()).optional(),
  strip_auth: z.boolean().optional(),
  expect_host: z.string().optional(),
  verdict: z.enum(['allow', 'block']),
  why: z.string().default(''),
});
type Vector = z.infer<typeof vector>;

type Needs = Parameters<typeof createNetAccess>[0];
type Hop = Parameters<NonNullable<Needs['dial']>>[0];

const policy = createNetPolicy({ internalOrigins: [], blockedHosts: [], allowedHosts: [] });

const credentials = { authorization: 'Bearer secret', cookie: 'a=b', 'x-api-key': 'k' };

export const ssrfVectors: VectorKind = async (path) => Promise.all((await readLines(path)).map(run));

async function run(line: unknown, index: number): Promise<VectorResult> {
  const parse = vector.safeParse(line);
  if (!parse.success) {
    const got = z.prettifyError(parse.error);
    return { id: `case ${index + 1}`, why: 'not of this kind', passed: false, expected: 'an ssrf vector', got };
  }
  const item = parse.data;
  const expected = stated(item);
  const about = { id: item.id, why: `${item.class} ${item.url}: ${item.why}`, expected: JSON.stringify(expected) };
  try {
    const got = answer(item, await look(item));
    return { ...about, passed: isDeepStrictEqual(got, expected), got: JSON.stringify(got) };
  } catch (cause) {
    return { ...about, passed: false, got: `thrown: ${String(cause)}` };
  }
}

interface Seen {
  verdict: 'allow' | 'block';
  /** Null where the URL itself was refused. */
  host: string | null;
  lookups: number;
  /** The hops that were dialled. */
  hops: Hop[];
}

async function look(item: Vector): Promise<Seen> {
  const checked = checkUrl(item.url, policy);
  const seen: Seen = { verdict: 'block', host: checked.ok ? checked.url.host : null, lookups: 0, hops: [] };
  if (!checked.ok) return seen;
  const access = createNetAccess({ policy, ownAddresses: () => [], ...standIns(item, seen) });
  try {
    await access.fetch(checked.url, {
      method: 'GET',
      headers: credentials,
      maxBytes: 10,
      signal: new AbortController().signal,
    });
    return { ...seen, verdict: 'allow' };
  } catch (error) {
    // No address at all is a failure of the lookup; everything else has to be a refusal, not an accident.
    const code = item.resolves?.length === 0 ? 'fetch_failed' : 'address_refused';
    if (isCapabilityError(error) && error.code === code) return seen;
    throw error;
  }
}

function standIns(item: Vector, seen: Seen): Pick<Needs, 'resolve' | 'dial'> {
  const second = item.redirect_to === undefined ? item.resolves_second : item.redirect_resolves;
  return {
    resolve: async () => (seen.lookups++ === 0 ? item.resolves : second) ?? [],
    async dial(hop) {
      const redirect = seen.hops.push(hop) === 1 ? item.redirect_to : undefined;
      const response =
        redirect === undefined ? { status: 200, headers: {} } : { status: 302, headers: { location: redirect } };
      return { ...response, body: new Uint8Array(), cut: false };
    },
  };
}

/** What a case says of the fetch: only what it names, besides the verdict, the hops that are dialled and one lookup for each. */
interface Stated {
  readonly verdict: 'allow' | 'block';
  readonly dialled: number;
  readonly tooManyLookups: boolean;
  readonly host?: string | null;
  readonly addresses?: readonly string[];
  readonly sent?: readonly string[];
}

function stated(item: Vector): Stated {
  // A refused hop is not dialled: of a refused redirect only the first is.
  const redirected = item.redirect_to === undefined ? 0 : 1;
  return {
    verdict: item.verdict,
    dialled: redirected + (item.verdict === 'allow' ? 1 : 0),
    tooManyLookups: false,
    ...(namesHost(item) ? { host: item.expect_host } : {}),
    ...(item.expect_dial === undefined ? {} : { addresses: [item.expect_dial] }),
    ...(item.strip_auth === undefined ? {} : { sent: item.strip_auth ? [] : Object.keys(credentials) }),
  };
}

function answer(item: Vector, { verdict, host, lookups, hops }: Seen): Stated {
  return {
    verdict,
    dialled: hops.length,
    tooManyLookups: lookups > (item.redirect_to === undefined ? 1 : 2),
    ...(namesHost(item) ? { host } : {}),
    ...(item.expect_dial === undefined ? {} : { addresses: hops[0]?.addresses ?? [] }),
    ...(item.strip_auth === undefined ? {} : { sent: Object.keys(hops.at(-1)?.headers ?? {}) }),
  };
}

function namesHost(item: Vector): item is Vector & { readonly expect_host: string } {
  return item.expect_host !== undefined && item.verdict === 'allow';
}
