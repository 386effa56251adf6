// Makes the address of a call from its shape and the arguments. What an argument says stays in its place: it moves neither the host nor the
// folder above it.
import type { JsonValue } from '../json/json-value.ts';
import { pointerGet } from '../json/pointer.ts';
import { holeText } from './hole-text.ts';
import { queryText } from './query-text.ts';
import { secretNames } from './secret-places.ts';
import { strayProblem, type Piece, type UrlProblem } from './stray-problem.ts';
import { joinedParts, urlLayout, type UrlLayout } from './url-layout.ts';
import type { UrlHole, UrlShape } from './url-shape.ts';

export type MadeUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly problem: UrlProblem };

export function urlOf(shape: UrlShape, args: JsonValue): MadeUrl {
  const layout = urlLayout(shape);
  if (layout.kind === 'none') return bad('', `has no address: ${layout.why}`, 'a tool whose address can be made');
  const pieces: Piece[] = [];
  for (const part of joinedParts(shape)) {
    const piece = typeof part === 'string' ? { text: part, hole: null } : fill(part, args);
    if ('problem' in piece) return { ok: false, problem: piece.problem };
    pieces.push(piece);
  }
  const problem = strayProblem(pieces, layout);
  if (problem !== null) return { ok: false, problem };
  const url = withQuery(pieces.map(({ text }) => text).join(''), queryOf(shape, args));
  return checked(url, shape, layout);
}

function fill(hole: UrlHole, args: JsonValue): Piece | { readonly problem: UrlProblem } {
  const { pointer } = hole;
  const value = pointerGet(args, pointer) ?? null;
  if (value === null) {
    const key = pointer.slice(pointer.lastIndexOf('/') + 1);
    const message = `is missing, and the address needs it: pass ${key}=<value>`;
    return { problem: { pointer, message, expected: 'a value' } };
  }
  const text = holeText(hole, value);
  return /\p{Cc}/u.test(text)
    ? { problem: { pointer, message: 'holds a control character', expected: 'text without control characters' } }
    : { text, hole };
}

function queryOf({ query }: UrlShape, args: JsonValue): string {
  const texts = query.map((hole) => {
    const value = pointerGet(args, hole.pointer) ?? null;
    return value === null ? '' : queryText(hole, value);
  });
  return texts.filter((text) => text !== '').join('&');
}

function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const hash = url.indexOf('#');
  const [before, after] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const sign = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?';
  return `${before}${sign}${query}${after}`;
}

/** Looks at what came out, whatever the holes were. */
function checked(url: string, { parts }: UrlShape, layout: UrlLayout): MadeUrl {
  if (layout.kind === 'origin' && URL.parse(url)?.origin !== layout.origin)
    return bad('', 'would lead away from the host of the tool', `an address of ${layout.origin}`);
  const places = secretNames(parts.filter((part) => typeof part === 'string').join('\n'));
  if (places.length > 0 && layout.kind !== 'origin')
    return bad('', 'would send a secret to a host that an argument names', 'a tool whose host is fixed');
  // Also where the shape has no place: a secret of a header would be put where an argument asks for it.
  return secretNames(url).join() === places.join()
    ? { ok: true, url }
    : bad('', 'hold the place of a secret', 'arguments without {secret …}');
}

function bad(pointer: string, message: string, expected: string): MadeUrl {
  return { ok: false, problem: { pointer, message, expected } };
}
