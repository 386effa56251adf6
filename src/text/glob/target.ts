// The form of a target in which rules are compared with it. Made once per call; a rule that is spelled another way is brought
// into the same form when it is loaded.
import { decodeUrlSegment, defaultPort, labelsOf, normalHost, splitPort, withoutRootDot } from './url-form.ts';

/** What a target is. The value of a `command` or `name` is one text; the others have parts. */
export type TargetKind = 'path' | 'url' | 'host' | 'command' | 'name';

export type NormalTarget =
  | { readonly kind: 'path'; readonly text: string; readonly isAbsolute: boolean; readonly segments: readonly string[] }
  | {
      readonly kind: 'url';
      readonly text: string;
      readonly scheme: string;
      readonly labels: readonly string[];
      /** The port that is dialled, '' where the scheme has none; `isDefaultPort` when the URL does not need to name it. */
      readonly port: string;
      readonly isDefaultPort: boolean;
      readonly segments: readonly string[];
    }
  | { readonly kind: 'host'; readonly text: string; readonly labels: readonly string[]; readonly port: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Empty, or no URL though it should be one: only rules for any target match it. */
  | { readonly kind: 'none'; readonly text: string };

/** A scheme and two slashes, as loosely as the URL parser takes them: it drops tabs and line ends, and takes backslashes. */
const urlStart = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:[\t\n\r]*[/\\][\t\n\r]*[/\\]/i;
/** An empty, `.` or `..` segment, or a slash at the end. */
const untidy = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Brings a requested target into the form that globs match. Without a kind, text that begins with a scheme and `//` is a URL and all
 * else a path. Paths: `.`, `..`, double and trailing slashes resolved by their spelling alone (symbolic links are the guards' part). URLs:
 * as WHATWG parses them, without user, query, fragment, default port and a dot behind the host; escapes decoded, but `%2F` and `%25`.
 */
export function normalTarget(text: string, kind?: TargetKind): NormalTarget {
  if (text === '') return { kind: 'none', text };
  switch (kind ?? guessedKind(text)) {
    case 'path':
      return pathTarget(text);
    case 'url':
      return urlTarget(text);
    case 'host':
      return hostTarget(text);
    case 'command':
    case 'name':
      return { kind: 'text', text };
  }
}

/** What `normalTarget` takes a text for when nobody says. */
export function guessedKind(text: string): 'url' | 'path' {
  return urlStart.test(text) ? 'url' : 'path';
}

function pathTarget(text: string): NormalTarget {
  const isAbsolute = text.startsWith('/');
  const relative = isAbsolute ? text.slice(1) : text;
  if (!untidy.test(relative)) return { kind: 'path', text, isAbsolute, segments: relative.split('/') };
  const segments: string[] = [];
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (!isAbsolute) segments.push(segment);
  }
  return { kind: 'path', text: pathText(isAbsolute, segments), isAbsolute, segments };
}

/** The text of a path in normal form: `/` and `.` where it has no segments. */
export function pathText(isAbsolute: boolean, segments: readonly string[]): string {
  if (isAbsolute) return `/${segments.join('/')}`;
  return segments.length === 0 ? '.' : segments.join('/');
}

function urlTarget(text: string): NormalTarget {
  const url = URL.parse(text);
  // Without `//` there is no host that a rule could name: mailto:, data:.
  if (url === null || !url.href.startsWith(`${url.protocol}//`)) return { kind: 'none', text };
  const scheme = url.protocol.slice(0, -1);
  const host = withoutRootDot(url.hostname.toLowerCase());
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeUrlSegment);
  return {
    kind: 'url',
    text: urlText({ scheme, host, port: url.port, segments }),
    scheme,
    labels: labelsOf(host),
    port: url.port === '' ? defaultPort(scheme) : url.port,
    isDefaultPort: url.port === '',
    segments,
  };
}

/** The text of a URL in normal form; `port` is '' for the default one. */
export function urlText(parts: { scheme: string; host: string; port: string; segments: readonly string[] }): string {
  return `${parts.scheme}://${parts.host}${parts.port === '' ? '' : `:${parts.port}`}/${parts.segments.join('/')}`;
}

function hostTarget(text: string): NormalTarget {
  const [host, port] = splitPort(text);
  const normal = normalHost(host);
  if (normal === null || !/^\d{0,5}$/.test(port)) return { kind: 'none', text };
  return { kind: 'host', text: port === '' ? normal : `${normal}:${port}`, labels: labelsOf(normal), port };
}
