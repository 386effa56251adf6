// Finds the one place that an edit means, whatever the line ends, and changes nothing around it.

export type EditPlan =
  /** What stands from `start` to `end` of the text becomes `replacement`; `line` is where the place begins, from 1. */
  | {
      readonly kind: 'edit';
      readonly start: number;
      readonly end: number;
      readonly replacement: string;
      readonly line: number;
    }
  | { readonly kind: 'same' }
  | { readonly kind: 'none' }
  /** Lines of the first places, and how many there are, up to `mostCounted`. */
  | { readonly kind: 'many'; readonly lines: readonly number[]; readonly count: number };

export const mostCounted = 1_000;
const linesNamed = 5;

/**
 * CRLF and LF are taken for the same, since a reader does not see which it is; the new text gets the line ends of the place. What old and
 * new have in common at their starts and ends is left as it is, byte for byte. Overlapping places count each.
 */
export function planEdit(text: string, oldText: string, newText: string): EditPlan {
  const plain = withPlainEnds(text);
  const wanted = withPlainEnds(oldText);
  const wished = withPlainEnds(newText);
  if (wanted === wished) return { kind: 'same' };
  const places = placesOf(plain, wanted);
  const [place] = places;
  if (place === undefined) return { kind: 'none' };
  if (places.length > 1) {
    const lines = places.slice(0, linesNamed).map((each) => lineAt(plain, each));
    return { kind: 'many', lines, count: places.length };
  }
  const head = commonStart(wanted, wished);
  const tail = commonEnd(wanted.slice(head), wished.slice(head));
  const rawOf = offsetsOf(text, plain);
  const start = rawOf(place + head);
  const end = rawOf(place + wanted.length - tail);
  const lineEnd = lineEndAt(text, rawOf(place), rawOf(place + wanted.length));
  const replacement = wished.slice(head, wished.length - tail).replaceAll('\n', lineEnd);
  return { kind: 'edit', start, end, replacement, line: lineAt(plain, place) };
}

function placesOf(plain: string, wanted: string): readonly number[] {
  const places: number[] = [];
  for (let at = plain.indexOf(wanted); at >= 0 && places.length < mostCounted; at = plain.indexOf(wanted, at + 1)) {
    places.push(at);
  }
  return places;
}

/** LF for every line end. CR CR LF, as some tools leave it, is one too: else plain text would not stay what it is when made plain again. */
export function withPlainEnds(text: string): string {
  // The lookbehind keeps a file of nothing but CR from taking the square of its length.
  return text.includes('\r') ? text.replaceAll(/(?<!\r)\r+\n/g, '\n') : text;
}

/** From an offset in the text with plain line ends to the one in the text as it is. A line end is entered before its CR. */
function offsetsOf(text: string, plain: string): (offset: number) => number {
  if (text.length === plain.length) return (offset) => offset;
  const ends = [...text.matchAll(/(?<!\r)\r+\n/g)];
  return (offset) => {
    let dropped = 0;
    for (const { index, 0: end } of ends) {
      if (index - dropped >= offset) break;
      dropped += end.length - 1;
    }
    return offset + dropped;
  };
}

/** The line end of the place itself, where it has one; else that of the line it stands in, or of the line before. */
function lineEndAt(text: string, start: number, end: number): string {
  const within = text.slice(start, end);
  const crlf = within.split('\r\n').length - 1;
  const all = within.split('\n').length - 1;
  if (all > 0) return crlf * 2 >= all ? '\r\n' : '\n';
  const after = text.indexOf('\n', end);
  const near = after >= 0 ? after : text.lastIndexOf('\n', start);
  return near > 0 && text[near - 1] === '\r' ? '\r\n' : '\n';
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

function commonEnd(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length;
}

/** From 1. */
function lineAt(plain: string, offset: number): number {
  let line = 1;
  for (let at = plain.indexOf('\n'); at >= 0 && at < offset; at = plain.indexOf('\n', at + 1)) line += 1;
  return line;
}
