// Globs for URLs: `scheme://host:port/path`, each part compared with its own rules, so that a wildcard never runs from one into the next.
import { parseHostGlob } from './host-glob.ts';
import type { HostGlob } from './host-glob.ts';
import { resolveDots } from './path-glob.ts';
import { parseSegment } from './segment.ts';
import type { Segment } from './segment.ts';
import { parseSegments } from './segments.ts';
import type { Segments } from './segments.ts';
import type { NormalTarget } from './target.ts';
import { decodeUrlSegment, defaultPort } from './url-form.ts';

export interface UrlGlob {
  readonly scheme: Segment;
  readonly host: HostGlob;
  readonly path: Segments;
}

export type UrlGlobParse =
  | { readonly ok: true; readonly url: UrlGlob }
  | { readonly ok: false; readonly message: string };

/** What begins like this is a glob for URLs. A backslash before the colon makes it a path again. */
const form = /^([A-Za-z*?[][A-Za-z0-9+.*?[\]!^-]*):\/\/([^/]*)(.*)$/s;
const query = /(?<!\\)\?[^/]*=/;
const specialSchemes = new Set(['http', 'https', 'ws', 'wss', 'ftp']);

const hasQuery =
  'A query is no part of a target: leave out all from the "?", or write "\\?" where the character is meant.';

export function isUrlGlob(source: string): boolean {
  return form.test(source);
}

export function parseUrlGlob(source: string): UrlGlobParse {
  const [, schemeSource = '', authority = '', pathSource = ''] = form.exec(source) ?? [];
  if (query.test(pathSource)) return { ok: false, message: hasQuery };
  const scheme = parseSegment(schemeSource.toLowerCase());
  if (!scheme.ok) return scheme;
  const { literal } = scheme.segment;
  const host = parseHostGlob(authority, literal === null || specialSchemes.has(literal));
  if (!host.ok) return host;
  const names = pathSource.split('/').filter((segment) => segment !== '');
  const path = parseSegments(names, { spell: decodeUrlSegment, resolve: (list) => resolveDots(list, 'absolute') });
  if (!path.ok) return path;
  return {
    ok: true,
    url: { scheme: scheme.segment, host: withoutDefaultPort(host.host, literal), path: path.segments },
  };
}

export function matchesUrl({ scheme, host, path }: UrlGlob, target: NormalTarget & { kind: 'url' }): boolean {
  return (
    scheme.matches(target.scheme) &&
    (host.port === null ? target.isDefaultPort : host.port.matches(target.port)) &&
    host.labels.matches(target.labels) &&
    path.matches(target.segments)
  );
}

function withoutDefaultPort(host: HostGlob, scheme: string | null): HostGlob {
  const isDefault = scheme !== null && host.port !== null && host.port.literal === defaultPort(scheme);
  return isDefault ? { labels: host.labels, port: null } : host;
}
