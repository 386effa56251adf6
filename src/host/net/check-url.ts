// The one parser of URLs and the only mint of CheckedUrl. Judges everything that can be judged without looking up a name.
import { isIP } from 'node:net';
import type { CheckedUrl } from '../../contract/index.ts';
import { addressProblem } from './judge-address.ts';
import { bareHost, internalName, isBadPort, malformedName } from './judge-host.ts';
import { covers, type NetPolicy } from './net-policy.ts';

/** `bad_url`: not a web address as we take them; `blocked_host`: by the operator's lists; `internal_address`: not public. */
type UrlProblem = 'bad_url' | 'blocked_host' | 'internal_address';

export type UrlVerdict =
  | { readonly ok: true; readonly url: CheckedUrl; readonly internal: boolean }
  | { readonly ok: false; readonly problem: UrlProblem; readonly text: string };

const longestUrl = 8192;

/**
 * Judges a URL by its text. Pure: nothing is resolved, so that a refused call leaks no DNS query. A name that passes here is
 * judged by its addresses when it is dialled.
 */
export function checkUrl(asked: string, policy: NetPolicy): UrlVerdict {
  const url = asked.length > longestUrl ? null : URL.parse(asked);
  if (url === null) {
    return bad(
      `${shown(asked)} is not a URL (or has over ${longestUrl} characters). Write it whole, such as https://example.com/page.`,
    );
  }
  const host = bareHost(url.hostname);
  const malformed = formProblem(url, host);
  if (malformed !== null) return bad(malformed);
  if (covers(policy.blockedHosts, host)) return blocked(`The operator blocks ${host}. Use another source.`);
  if (policy.internalOrigins.has(url.origin)) return { ok: true, url: mint(asked, url, host), internal: true };
  if (policy.allowedHosts.size > 0 && !covers(policy.allowedHosts, host)) {
    return blocked(`${host} is not among the hosts that the operator allows.`);
  }
  return publicOrigin(asked, url, host);
}

/** What is wrong with a URL whoever it leads to. */
function formProblem(url: URL, host: string): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `Only http and https URLs may be fetched, not ${shown(url.protocol)}.`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'What stands before the "@" is a user name or password, which a URL may not carry. Leave it out.';
  }
  const malformed = isIP(host) === 0 ? malformedName(host) : null;
  return malformed === null ? null : `The host name ${shown(host)} ${malformed}.`;
}

function publicOrigin(asked: string, url: URL, host: string): UrlVerdict {
  if (url.port !== '' && isBadPort(Number(url.port)))
    return bad(`Port ${url.port} belongs to another protocol than HTTP. Use the port of a web server.`);
  const problem = isIP(host) === 0 ? internalName(host) : addressKind(host);
  if (problem !== null) {
    return {
      ok: false,
      problem: 'internal_address',
      text: `${host} ${problem}; only public addresses may be fetched. The operator may list the exact origin under net.internalOrigins.`,
    };
  }
  return { ok: true, url: mint(asked, url, host), internal: false };
}

function addressKind(host: string): string | null {
  const problem = addressProblem(host);
  return problem === null ? null : `is not a public address (${problem})`;
}

function mint(asked: string, url: URL, host: string): CheckedUrl {
  // The one cast that makes the brand: every check of this file has passed.
  return { asked, href: url.href, host } as CheckedUrl;
}

function bad(text: string): UrlVerdict {
  return { ok: false, problem: 'bad_url', text };
}

function blocked(text: string): UrlVerdict {
  return { ok: false, problem: 'blocked_host', text };
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 97)}…` : text);
}
