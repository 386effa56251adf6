// What the operator says about the network, read once: which hosts are blocked, which alone are allowed, which origins may be internal.
import { isIP } from 'node:net';
import { CapabilityError } from '../../contract/index.ts';
import { bareHost, malformedName, plainName } from './judge-host.ts';

export interface NetSettings {
  /** Exact origins, such as `http://127.0.0.1:8080`, that may be dialled although they are internal. */
  readonly internalOrigins: readonly string[];
  /** Hosts that are never dialled, each with all its subdomains. */
  readonly blockedHosts: readonly string[];
  /** Where not empty, the only hosts (with their subdomains) that are dialled, besides the internal origins. */
  readonly allowedHosts: readonly string[];
}

/** The settings in the form that judging needs. */
export interface NetPolicy {
  readonly internalOrigins: ReadonlySet<string>;
  readonly blockedHosts: ReadonlySet<string>;
  readonly allowedHosts: ReadonlySet<string>;
}

/** Throws `invalid_config` and names the entry that cannot be read: a block list with a hole in it is worse than no start. */
export function createNetPolicy(settings: NetSettings): NetPolicy {
  return {
    internalOrigins: new Set(settings.internalOrigins.map(readOrigin)),
    blockedHosts: new Set(settings.blockedHosts.map((host) => readHost('net.blockedHosts', host))),
    allowedHosts: new Set(settings.allowedHosts.map((host) => readHost('net.allowedHosts', host))),
  };
}

/** True when the list holds the host (without brackets) or a domain above it. */
export function covers(hosts: ReadonlySet<string>, host: string): boolean {
  if (hosts.size === 0) return false;
  const name = plainName(host);
  if (hosts.has(name)) return true;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (hosts.has(name.slice(dot + 1))) return true;
  }
  return false;
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // Only an origin: a path, a query or credentials would suggest a narrower permission than the one that is given.
  if (url === null || !isWeb || `${url.origin}/` !== url.href) {
    throw new CapabilityError(
      'invalid_config',
      `net.internalOrigins: ${JSON.stringify(text)} is not an origin. Write scheme, host and port, such as http://127.0.0.1:8080.`,
    );
  }
  return url.origin;
}

/** The form in which hosts are compared. Throws `invalid_config` for what is none. */
export function readHost(setting: string, text: string): string {
  // The same parser as for URLs, so that both sides fold case, Unicode and address forms alike.
  const isIpv6 = isIP(text) === 6;
  const isMore = /[/\\?#@]/.test(text) || (!isIpv6 && /:\d*$/.test(text));
  const url = isMore ? null : URL.parse(`http://${isIpv6 ? `[${text}]` : text}/`);
  const host = url === null ? '' : plainName(bareHost(url.hostname));
  // `*.example.com` would parse and then match nothing.
  if (isIP(host) === 0 && malformedName(host) !== null) {
    throw new CapabilityError(
      'invalid_config',
      `${setting}: ${JSON.stringify(text)} is not a host. Write a name such as example.com (its subdomains are meant too) or an address.`,
    );
  }
  return host;
}
