// Which argument left its place inside an address: into the host, or to a folder above its own.
import type { UrlLayout } from './url-layout.ts';
import type { UrlHole } from './url-shape.ts';

/** In the words of a problem with arguments. */
export interface UrlProblem {
  readonly pointer: string;
  readonly message: string;
  readonly expected: string;
}

/** A text of the address, and the hole that it fills. */
export interface Piece {
  readonly text: string;
  readonly hole: UrlHole | null;
}

export function strayProblem(pieces: readonly Piece[], layout: UrlLayout): UrlProblem | null {
  return hostProblem(pieces, layout) ?? pathProblem(pieces, layout);
}

const label = /^[A-Za-z0-9-]+$/;
const wholeHost = /^[A-Za-z0-9.-]+(?::[0-9]+)?$/;

function hostProblem(pieces: readonly Piece[], layout: UrlLayout): UrlProblem | null {
  if (layout.kind !== 'host') return null;
  const form = layout.isWhole ? wholeHost : label;
  const stray = pieces.slice(0, layout.parts).find(({ text, hole }) => hole !== null && !form.test(text));
  if (stray === undefined || stray.hole === null) return null;
  const expected = layout.isWhole
    ? 'a host, with or without a port'
    : 'letters, digits and "-": one part of a host name';
  return { pointer: stray.hole.pointer, message: 'does not fit into the host of the address', expected };
}

/** Where a hole was filled, in the whole text. */
interface Filled {
  readonly hole: UrlHole;
  readonly start: number;
  readonly end: number;
}

interface Segment {
  readonly start: number;
  readonly text: string;
}

/** Also with the parameters that some servers cut off before they look. */
const dots = /^(?:\.|%2e){1,2}(?:;.*)?$/i;

/** What makes a part of the path `.` or `..`, or leaves it empty, would name something above what the tool is for. */
function pathProblem(pieces: readonly Piece[], layout: UrlLayout): UrlProblem | null {
  const url = pieces.map(({ text }) => text).join('');
  // An address that begins with an argument is the caller's choice up to the end of that argument.
  const start =
    layout.kind === 'open' ? (pieces[0]?.text.length ?? 0) : url.search(/(?<=^https?:\/\/[^/?#\\]+)[/?#\\]/i);
  if (start < 0) return null;
  const path = /^[^?#]*/.exec(url.slice(start))?.[0] ?? '';
  const segments = segmentsOf(path, start);
  const inPath = filledHoles(pieces).filter((hole) => hole.end >= start && hole.start <= start + path.length);
  for (const hole of layout.kind === 'open' ? inPath.filter((each) => each.start > 0) : inPath) {
    const problem = segmentProblem(hole, segments);
    if (problem !== null) return { pointer: hole.hole.pointer, ...problem };
  }
  return null;
}

function segmentProblem(
  { hole, start, end }: Filled,
  segments: readonly Segment[],
): Omit<UrlProblem, 'pointer'> | null {
  const touched = segments.filter((segment) => segment.start <= end && segment.start + segment.text.length >= start);
  // URL parsers drop blanks at the end of an address.
  if (touched.some(({ text }) => dots.test(text.trim())))
    return { message: 'makes a part of the path "." or ".."', expected: 'a name, no way up' };
  const isEmpty = start === end && hole.encode === 'component' && touched.some(({ text }) => text === '');
  return isEmpty ? { message: 'is empty, and the path needs it', expected: 'a text that is not empty' } : null;
}

function filledHoles(pieces: readonly Piece[]): readonly Filled[] {
  const filled: Filled[] = [];
  let start = 0;
  for (const { text, hole } of pieces) {
    const end = start + text.length;
    if (hole !== null) filled.push({ hole, start, end });
    start = end;
  }
  return filled;
}

/** A separator that is encoded is one too: servers decode before they look. */
function segmentsOf(path: string, offset: number): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of path.matchAll(/[/\\]|%2f|%5c/gi)) {
    segments.push({ start: offset + from, text: path.slice(from, match.index) });
    from = match.index + match[0].length;
  }
  return [...segments, { start: offset + from, text: path.slice(from) }];
}
