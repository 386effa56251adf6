// Which part of an address is fixed before any argument is known.
import type { UrlHole, UrlShape } from './url-shape.ts';

/**
 * `origin`: scheme, host and port hold whatever the arguments are. `host`: holes stand in the host, those before `holes` in the parts.
 * `open`: it begins with an argument, which the caller chooses whole.
 */
export type UrlLayout =
  | { readonly kind: 'origin'; readonly origin: string }
  | { readonly kind: 'host'; readonly parts: number; readonly isWhole: boolean }
  | { readonly kind: 'open' }
  | { readonly kind: 'none'; readonly why: string };

const begins = /^https?:\/\/([^/?#\\]*)([/?#\\])?/i;

export function urlLayout(shape: Pick<UrlShape, 'parts'>): UrlLayout {
  const parts = joinedParts(shape);
  const [first, second] = parts;
  if (first === undefined) return none('it is empty');
  if (typeof first !== 'string') {
    const isScheme = typeof second === 'string' && second.startsWith(':');
    return isScheme ? none('its scheme is an argument; write http:// or https://') : { kind: 'open' };
  }
  return layoutBehind(first, parts);
}

function layoutBehind(first: string, parts: UrlShape['parts']): UrlLayout {
  const [whole, authority = '', end] = begins.exec(first) ?? [];
  if (whole === undefined) return none('it does not begin with http:// or https://');
  const isOver = end !== undefined || parts.length === 1;
  if (authority === '' && isOver) return none('it names no host');
  const next = parts.find((part, index) => index > 0 && typeof part === 'string');
  // Holes right behind a whole host begin its path, or nothing: whether they did is seen when they are filled.
  const isWholeHost = /[.:]/.test(authority) && !/[.-]$/.test(authority);
  if (isOver || isWholeHost || (authority !== '' && endsHost(next))) return fixed(whole, authority);
  return hostHoles(parts, authority);
}

/** With one text between two holes at most, and none that is empty: where a host ends must not depend on how it was cut. */
export function joinedParts({ parts }: Pick<UrlShape, 'parts'>): readonly (string | UrlHole)[] {
  const joined: (string | UrlHole)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}

/** Scheme, host and port, where no argument has a say in them. */
export function fixedOrigin(shape: Pick<UrlShape, 'parts'>): string | null {
  const layout = urlLayout(shape);
  return layout.kind === 'origin' ? layout.origin : null;
}

function fixed(whole: string, authority: string): UrlLayout {
  if (authority.includes('@')) return none('it holds a user name or password before its host');
  const origin = URL.parse(whole.replace(/[?#\\]$/, '/'))?.origin;
  return origin === undefined ? none('its host is none') : { kind: 'origin', origin };
}

/** What comes behind a hole: with it, or without anything, the host is over. */
function endsHost(part: string | UrlHole | undefined): boolean {
  return part === undefined || (typeof part === 'string' && /^[/?#\\]/.test(part));
}

/** A domain that is fixed stands behind the holes, or the host is one hole and the caller's choice. */
function hostHoles(parts: UrlShape['parts'], authority: string): UrlLayout {
  const at = parts.findIndex((part, index) => index > 0 && typeof part === 'string' && /[/?#\\]/.test(part));
  const count = at < 0 ? parts.length : at;
  if (authority === '' && count === 2 && endsHost(parts[2])) return { kind: 'host', parts: count, isWhole: true };
  const last = parts[at < 0 ? parts.length - 1 : at];
  const domain = typeof last === 'string' ? last.replace(/[/?#\\].*$/s, '') : '';
  return /^[\w-]*(?:\.[a-z0-9-]+){2,}(?::\d+)?$/i.test(domain)
    ? { kind: 'host', parts: count, isWhole: false }
    : none('its host ends with an argument; write the domain behind it, as in https://{name}.example.com/');
}

function none(why: string): UrlLayout {
  return { kind: 'none', why };
}
