// Globs for hosts: `*` is one label, `**` any number of them. Ports are compared apart from the host.
import { parseSegment } from './segment.ts';
import type { Segment } from './segment.ts';
import { parseSegments } from './segments.ts';
import type { Segments } from './segments.ts';
import { labelsOf, normalHost, splitPort, withoutRootDot } from './url-form.ts';

export interface HostGlob {
  readonly labels: Segments;
  /** Null where the pattern names no port. */
  readonly port: Segment | null;
}

export type HostGlobParse =
  | { readonly ok: true; readonly host: HostGlob }
  | { readonly ok: false; readonly message: string };

const wildcard = /[*?[\\]/;
const nonAscii = /[^\0-\x7f]/;

const noHost = 'What stands for the host is none: check its spelling.';
const wildNonAscii =
  'A wildcard beside characters beyond ASCII matches no host: hosts are compared in their ASCII form (xn--…).';

type LabelsParse =
  | { readonly ok: true; readonly sources: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** `isSpecial` where the scheme's hosts have the forms of http: IDN, IPv4 in any notation, IPv6. */
export function parseHostGlob(authority: string, isSpecial: boolean): HostGlobParse {
  if (authority.includes('@'))
    return { ok: false, message: 'A user name is no part of a target: leave out all before the "@".' };
  const [host, portSource] = splitPort(authority);
  const labels = host.startsWith('[') && host.includes(':') ? ipv6Label(host) : labelSources(host, isSpecial);
  if (!labels.ok) return labels;
  const segments = parseSegments(labels.sources);
  if (!segments.ok) return segments;
  if (portSource === '') return { ok: true, host: { labels: segments.segments, port: null } };
  const port = parseSegment(portSource);
  return port.ok ? { ok: true, host: { labels: segments.segments, port: port.segment } } : port;
}

function ipv6Label(host: string): LabelsParse {
  const address = normalHost(host);
  return address === null ? { ok: false, message: noHost } : { ok: true, sources: [`\\${address}`] };
}

function labelSources(host: string, isSpecial: boolean): LabelsParse {
  if (!wildcard.test(host)) {
    const normal = isSpecial ? normalHost(host) : withoutRootDot(host.toLowerCase());
    return normal === null ? { ok: false, message: noHost } : { ok: true, sources: labelsOf(normal) };
  }
  const sources: string[] = [];
  for (const label of withoutRootDot(host.toLowerCase()).split('.')) {
    const ascii = isSpecial && nonAscii.test(label) ? asciiLabel(label) : label;
    if (ascii === null) return { ok: false, message: wildNonAscii };
    sources.push(ascii);
  }
  return { ok: true, sources };
}

/** Null where the label holds a wildcard. A lone label such as `0x7f` would be taken for an address: it is converted inside a name. */
function asciiLabel(label: string): string | null {
  return wildcard.test(label) ? null : (normalHost(`${label}.a`)?.slice(0, -2) ?? null);
}
