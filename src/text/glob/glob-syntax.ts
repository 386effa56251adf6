// The words of the policy glob language: literal characters, `?`, `*`, `[a-c]`, `[!a]`, and `\` before a character that means itself.
// What other glob languages read as more than that is refused, so that no rule silently means something else.

export interface CharacterClass {
  readonly kind: 'class';
  readonly negated: boolean;
  /** Code points from low to high, both included. */
  readonly ranges: readonly (readonly [low: number, high: number])[];
}

export type GlobItem =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'star' }
  | CharacterClass;

export type GlobParse =
  | { readonly ok: true; readonly items: readonly GlobItem[] }
  | { readonly ok: false; readonly message: string };

type Step = { readonly item: GlobItem; readonly end: number } | { readonly message: string };

const braces =
  'Braces are not part of the glob language: write one rule for each, or "\\{" and "\\}" for the characters themselves.';
const extended =
  'Extended patterns such as "+(…)" are not part of the glob language: write "\\(" for the bracket itself.';
const loneBackslash = 'A "\\" at the end escapes nothing: write "\\\\" for the character itself.';
const openClass =
  'A "[" is never closed before the next "/" or the end: close it with "]", or write "\\[" for the character itself.';
const namedClass =
  'Named classes such as "[:alpha:]" are not part of the glob language: write the ranges, such as "[a-zA-Z]".';
const emptyRange = 'A range in "[…]" runs backwards: write the lower character first.';

/** Reads a segment, or a whole text in which `/` is a character like any other. Neighbouring literal characters are one item. */
export function parseGlobItems(source: string): GlobParse {
  const items: GlobItem[] = [];
  let literal = '';
  for (let at = 0; at < source.length;) {
    const step = readItem(source, at);
    if ('message' in step) return { ok: false, message: step.message };
    at = step.end;
    if (step.item.kind === 'text') {
      literal += step.item.text;
      continue;
    }
    if (literal !== '') items.push({ kind: 'text', text: literal });
    literal = '';
    items.push(step.item);
  }
  if (literal !== '' || items.length === 0) items.push({ kind: 'text', text: literal });
  return { ok: true, items };
}

function readItem(source: string, at: number): Step {
  const character = characterAt(source, at);
  if (source[at + 1] === '(' && '?*+@!'.includes(character)) return { message: extended };
  switch (character) {
    case '\\': {
      const escaped = characterAt(source, at + 1);
      return escaped === ''
        ? { message: loneBackslash }
        : { item: { kind: 'text', text: escaped }, end: at + 1 + escaped.length };
    }
    case '?':
      return { item: { kind: 'one' }, end: at + 1 };
    case '*':
      return { item: { kind: 'star' }, end: at + 1 };
    case '[':
      return readClass(source, at);
    case '{':
    case '}':
      return { message: braces };
    default:
      return { item: { kind: 'text', text: character }, end: at + character.length };
  }
}

/** At `[`. A `]` right behind the opening is a member, as in POSIX; so is a `-` at either end. */
function readClass(source: string, start: number): Step {
  const negated = source[start + 1] === '!' || source[start + 1] === '^';
  const ranges: (readonly [number, number])[] = [];
  let at = start + (negated ? 2 : 1);
  while (source[at] !== ']' || ranges.length === 0) {
    if (source[at] === '[' && ':.='.includes(source[at + 1] ?? '/')) return { message: namedClass };
    const range = readRange(source, at);
    if (range === undefined) return { message: openClass };
    if (range.low > range.high) return { message: emptyRange };
    ranges.push([range.low, range.high]);
    at = range.end;
  }
  return { item: { kind: 'class', negated, ranges }, end: at + 1 };
}

/** `a` or `a-c`; undefined at the end of the text. */
function readRange(
  source: string,
  start: number,
): { readonly low: number; readonly high: number; readonly end: number } | undefined {
  const low = readMember(source, start);
  if (low === undefined) return undefined;
  if (source[low.end] !== '-' || source[low.end + 1] === ']') return { low: low.point, high: low.point, end: low.end };
  const high = readMember(source, low.end + 1);
  return high === undefined ? undefined : { low: low.point, high: high.point, end: high.end };
}

function readMember(source: string, at: number): { readonly point: number; readonly end: number } | undefined {
  const start = source[at] === '\\' ? at + 1 : at;
  const point = source.codePointAt(start);
  return point === undefined ? undefined : { point, end: start + (point > 0xffff ? 2 : 1) };
}

/** The whole code point at `at`; '' at the end. */
function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}
