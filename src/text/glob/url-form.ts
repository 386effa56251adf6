// The one spelling of the parts of a URL: what differs between two spellings of the same address must not decide about a rule.

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
  ['ws', '80'],
  ['wss', '443'],
  ['ftp', '21'],
]);

/** The port that a URL of the scheme means when it names none; '' where there is none. */
export function defaultPort(scheme: string): string {
  return defaultPorts.get(scheme) ?? '';
}

const ipv6 = /^(\[[0-9a-f:.]*:[0-9a-f:.]*\])(?::(.*))?$/is;
const bareIpv6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i;

/** Host and port, '' where none is named. The brackets of an IPv6 address are no character class, and its colons no port. */
export function splitPort(authority: string): readonly [host: string, port: string] {
  const address = ipv6.exec(authority);
  if (address !== null) return [address[1] ?? '', address[2] ?? ''];
  if (bareIpv6.test(authority)) return [`[${authority}]`, ''];
  const colon = authority.lastIndexOf(':');
  const isInClass = authority.lastIndexOf('[', colon) > authority.lastIndexOf(']', colon);
  if (colon < 0 || isInClass) return [authority, ''];
  return [authority.slice(0, colon), authority.slice(colon + 1)];
}

/**
 * The host as the URL parser writes it for http: lower case, IDN in ASCII, IPv4 and IPv6 in their one form, no dot behind it. Null where
 * it is no host, or more than one.
 */
export function normalHost(host: string): string | null {
  if (/[\t\n\r]/.test(host) || (host.includes(':') && !host.startsWith('['))) return null;
  const url = URL.parse(`http://${host}/`);
  return url === null || url.href !== `http://${url.hostname}/` ? null : withoutRootDot(url.hostname);
}

/** `example.com.` is `example.com` to every resolver; two dots are no name at all. */
export function withoutRootDot(host: string): string {
  return /[^.]\.$/.test(host) ? host.slice(0, -1) : host;
}

/** The labels of a host, the last one the top-level domain; an IPv6 address is one label. */
export function labelsOf(host: string): string[] {
  return host.startsWith('[') ? [host] : host.split('.');
}

/**
 * Decodes the escapes of one segment of a URL path, so that `/%61dmin` is `/admin`. `%2F` and `%25` stay, being no separator and no
 * escape, and so do bytes that are no UTF-8; a `%` that begins no escape is written `%25`.
 */
export function decodeUrlSegment(segment: string): string {
  return segment.includes('%') ? segment.replace(/(?:%[0-9a-f]{2})+|%/gi, decodeRun) : segment;
}

/** Three characters a byte: `%C3%BC`. */
function decodeRun(run: string): string {
  if (run === '%') return '%25';
  let decoded = '';
  for (let at = 0; at < run.length;) {
    const lead = Number.parseInt(run.slice(at + 1, at + 3), 16);
    const escaped = run.slice(at, at + 3 * utf8Bytes(lead));
    const character = lead === 0x25 || lead === 0x2f ? null : decodeCharacter(escaped);
    decoded += character ?? run.slice(at, at + 3).toUpperCase();
    at += character === null ? 3 : escaped.length;
  }
  return decoded;
}

function utf8Bytes(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function decodeCharacter(escaped: string): string | null {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return null;
  }
}
