// Every case of the SSRF vectors, through the whole of createNetAccess; only the resolver and the dialler are stand-ins.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isCapabilityError } from '../../contract/index.ts';
import { checkUrl } from './check-url.ts';
import type { Hop } from './dial-hop.ts';
import { createNetAccess, type NetAccessNeeds } from './net-access.ts';
import { createNetPolicy } from './net-policy.ts';

const caseSchema = z.object({
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
  why: z.string(),
  node_url: z.object({ href: z.string() }).nullable(),
});
type Case = z.infer<typeof caseSchema>;

const cases = readFileSync(new URL('../../../test/vectors/ssrf.dev.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => caseSchema.parse(JSON.parse(line)));

const policy = createNetPolicy({ internalOrigins: [], blockedHosts: [], allowedHosts: [] });

/** Parsed by the Node that runs here although the vectors' Node refused it: the label check refuses it all the same. */
const parsedByNow = new Set(['ssrf-198']);

interface Seen {
  verdict: 'allow' | 'block';
  host: string | null;
  lookups: number;
  /** The hops that were dialled. */
  hops: Hop[];
}

async function run(item: Case): Promise<Seen> {
  const checked = checkUrl(item.url, policy);
  const seen: Seen = { verdict: 'block', host: checked.ok ? checked.url.host : null, lookups: 0, hops: [] };
  if (!checked.ok) return seen;
  const access = createNetAccess({ policy, ownAddresses: () => [], ...standIns(item, seen) });
  try {
    await access.fetch(checked.url, {
      method: 'GET',
      headers: { authorization: 'Bearer secret', cookie: 'a=b', 'x-api-key': 'k' },
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

function standIns(item: Case, seen: Seen): Pick<NetAccessNeeds, 'resolve' | 'dial'> {
  const second = item.redirect_to === undefined ? item.resolves_second : item.redirect_resolves;
  return {
    resolve: async () => (seen.lookups++ === 0 ? item.resolves : second) ?? [],
    async dial(hop) {
      const redirect = seen.hops.push(hop) === 1 ? item.redirect_to : undefined;
      const answer =
        redirect === undefined ? { status: 200, headers: {} } : { status: 302, headers: { location: redirect } };
      return { ...answer, body: new Uint8Array(), cut: false };
    },
  };
}

/** What the case says of the fetch, in the same terms as what was seen. */
function stated(item: Case): Record<string, unknown> {
  const redirected = item.redirect_to === undefined ? 0 : 1;
  const authorised = item.strip_auth === true ? [] : ['authorization', 'cookie', 'x-api-key'];
  return {
    verdict: item.verdict,
    // A refused hop is not dialled: of a refused redirect only the first is.
    dialled: redirected + (item.verdict === 'allow' ? 1 : 0),
    ...(item.expect_host !== undefined && item.verdict === 'allow' ? { host: item.expect_host } : {}),
    ...(item.expect_dial !== undefined ? { addresses: [item.expect_dial] } : {}),
    ...(item.strip_auth !== undefined ? { sent: authorised } : {}),
  };
}

describe('the SSRF vectors', () => {
  it('are all here', () => {
    expect(cases.length).toBe(249);
  });

  it.each(cases.filter((item) => !parsedByNow.has(item.id)))('$id parses as it did for their author', (item) => {
    expect(URL.parse(item.url)?.href ?? null).toBe(item.node_url?.href ?? null);
  });

  it.each(cases)('$id $class: $verdict $url ($why)', async (item) => {
    const seen = await run(item);
    const [first, last] = [seen.hops[0], seen.hops.at(-1)];
    expect({
      verdict: seen.verdict,
      dialled: seen.hops.length,
      host: seen.host,
      addresses: first?.addresses,
      sent: Object.keys(last?.headers ?? {}),
    }).toMatchObject(stated(item));
    expect(seen.lookups, 'one lookup per hop').toBeLessThanOrEqual(item.redirect_to === undefined ? 1 : 2);
  });
});
