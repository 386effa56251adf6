// Where a request says it comes from and whom it thinks it speaks to. Loopback is no authentication: a web page can reach it, and a name of
// elsewhere can be made to resolve to it (DNS rebinding, CVE-2025-66414).
import { CapabilityError } from '../../../contract/index.ts';

/** Throws `foreign_origin`: a name that resolves to us is not us, and a page of elsewhere may not speak here. */
export function checkPlace(request: Request, ownHosts: ReadonlySet<string>): void {
  const host = request.headers.get('host')?.toLowerCase() ?? '';
  // A request line with a whole URL names a host of its own.
  const target = new URL(request.url).host;
  if (!ownHosts.has(host) || !ownHosts.has(target)) {
    throw foreign(`This server does not answer for the host ${JSON.stringify(host.slice(0, 200))}.`);
  }
  const origin = request.headers.get('origin');
  const own =
    origin === null || (origin.startsWith('http://') && ownHosts.has(origin.slice('http://'.length).toLowerCase()));
  if (!own) throw foreignPage();
  checkSite(request, ['same-origin', 'none']);
}

/** For the owner's socket: no page at all speaks there, not even through something that forwards to it. */
export function checkNoPage(request: Request): void {
  const host = request.headers.get('host')?.toLowerCase();
  if (host !== 'localhost') throw foreign('On this socket the host is localhost.');
  if (request.headers.has('origin')) throw foreignPage();
  checkSite(request, []);
}

/** A missing header is a program, which needs the token like everybody; `null` as an origin is a page that hides where it is from. */
function checkSite(request: Request, allowed: readonly string[]): void {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && !allowed.includes(site)) throw foreignPage();
}

function foreignPage(): CapabilityError {
  return foreign('Requests from a web page of another origin are not answered.');
}

function foreign(message: string): CapabilityError {
  return new CapabilityError('foreign_origin', message);
}

/** The names under which a client may call a server on this port of loopback. */
export function ownHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return new Set([...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])]);
}
