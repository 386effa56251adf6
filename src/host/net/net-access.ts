// The one way out: every request of the product passes here, hop by hop, each judged, looked up once and dialled where it was judged.
import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import {
  CapabilityError,
  isCapabilityError,
  type CheckedUrl,
  type FetchAnswer,
  type FetchRequest,
  type NetAccess,
} from '../../contract/index.ts';
import { checkUrl } from './check-url.ts';
import { startDeadline } from './wire/deadline.ts';
import { dialHop, redirectTarget } from './dial-hop.ts';
import { describeFailure } from './wire/describe-failure.ts';
import type { DialHop, NetLimits } from './wire/hop.ts';
import { followRedirect, type Request } from './follow-redirect.ts';
import { createSecretFill, noFill } from './secret-fill.ts';
import { addressProblem, canonicalAddress } from './judge-address.ts';
import type { NetPolicy } from './net-policy.ts';
import { resolveName, untilAborted, type ResolveName } from './resolve-name.ts';

export interface NetAccessNeeds {
  readonly policy: NetPolicy;
  /** Defaults: 10 s to look up a name, 5 s to connect, 15 s for headers and between pieces of the body, 60 s in all, 32 KiB of headers. */
  readonly limits?: Partial<NetLimits>;
  /** Makes the connections to all but the internal origins, to the addresses that were judged here. Default: none. */
  readonly proxy?: URL | null;
  /** Default: the system's resolver. */
  readonly resolve?: ResolveName;
  /** Default: undici, on a connection of its own. */
  readonly dial?: DialHop;
  /** Addresses of this machine, public ones too: what listens there may trust whoever comes from here. Default: the interfaces. */
  readonly ownAddresses?: () => readonly string[];
}

const defaultLimits: NetLimits = {
  lookupMs: 10_000,
  connectMs: 5_000,
  headersMs: 15_000,
  idleMs: 15_000,
  totalMs: 60_000,
  maxHeaderBytes: 32_768,
};

const mostRedirects = 5;
const longestMs = 600_000;

/** Set by the connection, or able to make two parties disagree on where a request ends or whom it is for. */
const reservedHeader =
  /^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|accept-encoding|expect|proxy-.*)$/;

/** The port of tools and sources to the network. Proxies of the environment are ignored; nothing is cached or reused. */
export function createNetAccess(needs: NetAccessNeeds): NetAccess {
  const limits = { ...defaultLimits, ...needs.limits };
  const dial = needs.dial ?? dialHop;
  const judge = createAddressJudge(needs, limits.lookupMs);
  return {
    async fetch(url: CheckedUrl, wanted: FetchRequest): Promise<FetchAnswer> {
      const patience = patienceOf(wanted, limits);
      const signal = AbortSignal.any([wanted.signal, AbortSignal.timeout(patience.totalMs)]);
      let request = firstRequest(url, wanted, needs.policy);
      const { fill } = request;
      for (let redirects = 0; ; redirects++) {
        const addresses = await judge(request, signal, wanted.signal);
        const answer = await orFailure(
          request.url,
          wanted.signal,
          dial({
            ...request,
            url: request.fill.into(request.url),
            addresses,
            proxy: request.internal ? null : (needs.proxy ?? null),
            limits: patience,
            signal,
            maxBytes: wanted.maxBytes,
          }),
        );
        const location = redirectTarget(answer);
        if (location === null) return { ...answer, href: fill.hide(request.url.href) };
        if (redirects === mostRedirects) {
          throw new CapabilityError(
            'fetch_failed',
            `${url.host} redirects more than ${mostRedirects} times. Fetch the page it means directly.`,
          );
        }
        request = followRedirect(request, { status: answer.status, location }, needs.policy);
      }
    },
  };
}

/** Looking up a name and connecting take no longer than ever: how slow the service is says nothing of them. */
function patienceOf({ withinMs }: FetchRequest, limits: NetLimits): NetLimits {
  if (withinMs === undefined) return limits;
  const ms = Math.min(withinMs, longestMs);
  return { ...limits, headersMs: ms, idleMs: ms, totalMs: ms };
}

/** Judged anew: a CheckedUrl may be older than the policy it meets here. */
function firstRequest(checked: CheckedUrl, wanted: FetchRequest, policy: NetPolicy): Request {
  const verdict = checkUrl(checked.href, policy);
  if (!verdict.ok) throw new CapabilityError('address_refused', verdict.text);
  const headers = Object.fromEntries(
    Object.entries(wanted.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const reserved = Object.keys(headers).find((name) => reservedHeader.test(name));
  if (reserved !== undefined)
    throw new CapabilityError('fetch_failed', `The header ${reserved} may not be set; leave it out.`);
  const { host } = verdict.url;
  return {
    url: new URL(verdict.url.href),
    host,
    internal: verdict.internal,
    method: wanted.method,
    headers,
    body: wanted.body ?? null,
    fill: wanted.fill === undefined ? noFill : createSecretFill(wanted.fill),
  };
}

/** Answers the addresses to dial. One lookup per hop, and one bad answer refuses them all: a mixed answer is an attack or a mistake. */
export function createAddressJudge(
  needs: Pick<NetAccessNeeds, 'resolve' | 'ownAddresses'>,
  lookupMs: number,
): (
  request: Pick<Request, 'url' | 'host' | 'internal'>,
  signal: AbortSignal,
  caller: AbortSignal,
) => Promise<readonly string[]> {
  const resolve = withinTime(needs.resolve ?? resolveName, lookupMs);
  const ownAddresses = needs.ownAddresses ?? interfaceAddresses;
  return async ({ url, host, internal }, signal, caller) => {
    const isLiteral = isIP(host) !== 0;
    const addresses = isLiteral ? [host] : await orFailure(url, caller, resolve(host, signal));
    if (addresses.length === 0)
      throw new CapabilityError('fetch_failed', `The name ${host} has no address. Check its spelling.`);
    if (internal) return addresses;
    const own = new Set(ownAddresses().map(canonicalAddress));
    for (const address of addresses) {
      const problem =
        addressProblem(address) ?? (own.has(canonicalAddress(address)) ? 'an address of this machine' : null);
      if (problem === null) continue;
      const whose = isLiteral ? address : `${host} leads to ${address.slice(0, 60)}, which`;
      throw new CapabilityError(
        'address_refused',
        `${whose} is not a public address (${problem}); only those may be fetched.`,
      );
    }
    return addresses;
  };
}

/** A resolver that is given up after its time, whether it heeds the signal or not. */
function withinTime(resolve: ResolveName, ms: number): ResolveName {
  return async (hostname, outer) => {
    const { signal, met } = startDeadline(ms, 'LOOKUP_TIMEOUT', outer);
    try {
      return await untilAborted(resolve(hostname, signal), signal);
    } finally {
      met();
    }
  };
}

/** Only what the network did is a failed fetch; a fault of this file stays one. */
async function orFailure<Value>(url: URL, caller: AbortSignal, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    throw isCapabilityError(cause) ? cause : describeFailure(url, cause, caller);
  }
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
}
