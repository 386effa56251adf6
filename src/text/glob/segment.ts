// Matches one segment of a target: what stands between two slashes of a path or two dots of a host, or a whole command. There is no
// backtracking: the time is at worst the length of the pattern times the length of the text.
import { parseGlobItems } from './glob-syntax.ts';
import type { CharacterClass, GlobItem } from './glob-syntax.ts';

export interface Segment {
  /** The only text that matches, or null where there are many. */
  readonly literal: string | null;
  /** Every match begins with this. */
  readonly prefix: string;
  matches(text: string): boolean;
}

export type SegmentParse =
  | { readonly ok: true; readonly segment: Segment }
  | { readonly ok: false; readonly message: string };

/** What stands between two stars. Each item takes one code point, or the code points of its text. */
interface Piece {
  readonly items: readonly Exclude<GlobItem, { kind: 'star' }>[];
  /** The only text it matches, or null. */
  readonly text: string | null;
  readonly points: number;
}

/** What stands before, between and behind the stars. */
interface Pieces {
  readonly first: Piece;
  readonly between: readonly Piece[];
  readonly last: Piece;
}

/** `spell` brings literal text into the form that targets have. */
export function parseSegment(source: string, spell?: (literal: string) => string): SegmentParse {
  const parse = parseGlobItems(source);
  if (!parse.ok) return parse;
  const pieces = piecesOf(parse.items, spell);
  // split never gives less than one piece.
  const first = pieces[0] ?? pieceOf([]);
  const last = pieces.at(-1) ?? first;
  if (pieces.length > 1) {
    const between = pieces.slice(1, -1);
    return {
      ok: true,
      segment: {
        literal: null,
        prefix: prefixOf(first),
        matches: (text) => matchesAll(text, { first, between, last }),
      },
    };
  }
  const { text: literal } = first;
  if (literal !== null) return { ok: true, segment: { literal, prefix: literal, matches: (text) => text === literal } };
  return {
    ok: true,
    segment: { literal, prefix: prefixOf(first), matches: (text) => endOfMatch(first, text, 0) === text.length },
  };
}

function piecesOf(items: readonly GlobItem[], spell: ((literal: string) => string) | undefined): Piece[] {
  const pieces: Piece[] = [];
  let current: Exclude<GlobItem, { kind: 'star' }>[] = [];
  for (const item of items) {
    if (item.kind === 'star') {
      pieces.push(pieceOf(current));
      current = [];
    } else {
      current.push(item.kind === 'text' && spell !== undefined ? { kind: 'text', text: spell(item.text) } : item);
    }
  }
  pieces.push(pieceOf(current));
  // `**` inside a segment is `*`: an empty piece between two stars asks for nothing.
  return pieces.filter((piece, index) => piece.items.length > 0 || index === 0 || index === pieces.length - 1);
}

/** Neighbouring literal characters are one item, so a piece is one text or holds something else. */
function pieceOf(items: Piece['items']): Piece {
  const points = items.reduce((sum, item) => sum + (item.kind === 'text' ? Array.from(item.text).length : 1), 0);
  const only = items.length === 1 ? items[0] : undefined;
  return { items, text: items.length === 0 ? '' : only?.kind === 'text' ? only.text : null, points };
}

function prefixOf(piece: Piece): string {
  const first = piece.items[0];
  return first?.kind === 'text' ? first.text : '';
}

/** The first piece at the start, the last at the end, and those between as far left as they go: a later place could only leave less room. */
function matchesAll(text: string, { first, between, last }: Pieces): boolean {
  const room = { from: endOfMatch(first, text, 0), to: startOfSuffix(last, text) };
  if (room.from < 0 || room.to < room.from) return false;
  for (const piece of between) {
    room.from = endOfFirstMatch(piece, text, room);
    if (room.from < 0) return false;
  }
  return true;
}

/** Offset behind the piece when it stands at `start`, or -1. */
function endOfMatch(piece: Piece, text: string, start: number): number {
  if (piece.text !== null) return text.startsWith(piece.text, start) ? start + piece.text.length : -1;
  let at = start;
  for (const item of piece.items) {
    if (item.kind === 'text') {
      if (!text.startsWith(item.text, at)) return -1;
      at += item.text.length;
    } else {
      const point = text.codePointAt(at);
      if (point === undefined || (item.kind === 'class' && !isMember(item, point))) return -1;
      at += point > 0xffff ? 2 : 1;
    }
  }
  return at;
}

/** Offset where the piece begins when it stands at the end, or -1. */
function startOfSuffix(piece: Piece, text: string): number {
  if (piece.text !== null) return text.endsWith(piece.text) ? text.length - piece.text.length : -1;
  let start = text.length;
  for (let points = piece.points; points > 0 && start >= 0; points--) start -= isPairBefore(text, start) ? 2 : 1;
  return start >= 0 && endOfMatch(piece, text, start) === text.length ? start : -1;
}

/** Offset behind the first place of the piece inside the room, or -1. */
function endOfFirstMatch(
  piece: Piece,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  if (piece.text !== null) {
    const start = text.indexOf(piece.text, from);
    return start < 0 || start + piece.text.length > to ? -1 : start + piece.text.length;
  }
  for (let at = from; at < to; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    const end = endOfMatch(piece, text, at);
    if (end >= 0) return end <= to ? end : -1;
  }
  return -1;
}

function isMember({ negated, ranges }: CharacterClass, point: number): boolean {
  for (const [low, high] of ranges) if (point >= low && point <= high) return !negated;
  return negated;
}

function isPairBefore(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800;
}
