// Lays out labelled values for people: nothing is left out, and no value can look like the label of another.
import { displayWidth, escapeVisible } from '../../../text/index.ts';

export type Field = readonly [label: string, value: string];

const indent = 2;
const gap = 2;
const leastLabel = 10;
/** A longer label stands on a line of its own. */
const mostLabel = 24;
/** A value column narrower than this says nothing. */
const leastValue = 20;

/**
 * One field below the other; null leaves one out. Values are made visible and broken at `width`, so that the terminal does not break them
 * itself: what it continued at its left edge could pass for a label.
 */
export function layoutFields(fields: readonly (Field | null)[], width: number): string {
  const shown = fields.flatMap((field) =>
    field === null ? [] : [{ label: escapeVisible(field[0]), value: escapeVisible(field[1]) }],
  );
  const column = Math.min(mostLabel, Math.max(leastLabel, ...shown.map(({ label }) => displayWidth(label))));
  const room = Math.max(leastValue, width - indent - column - gap);
  const below = `\n${' '.repeat(indent + column + gap)}`;
  return shown
    .map(({ label, value }) => {
      const spaces = column - displayWidth(label);
      const lead = spaces < 0 ? below : ' '.repeat(spaces + gap);
      const lines = wrapWhole(value, room).map((line) => line.trimEnd());
      return `${' '.repeat(indent)}${label}${lead}${lines.join(below)}`.trimEnd();
    })
    .join('\n');
}

/**
 * A text that is told as it is: indented, every character in it, broken at spaces and commas where there are some. Lines after the first are indented
 * by `hanging` more.
 */
export function layoutText(text: string, width: number, hanging = 0): string {
  return indented(text, width, { first: indent, rest: indent + hanging });
}

/** Text of several lines that are only read: each begins with the indent, so that none can pass for a line of ours. */
export function layoutLines(text: string, width: number): string {
  return text
    .split(/\r?\n/)
    .map((line) => layoutText(line, width).trimEnd())
    .join('\n');
}

/** The same at the left edge. */
export function layoutParagraph(text: string, width: number, hanging = 0): string {
  return indented(text, width, { first: 0, rest: hanging });
}

function indented(
  text: string,
  width: number,
  { first, rest }: { readonly first: number; readonly rest: number },
): string {
  return wrapWhole(escapeVisible(text), Math.max(leastValue, width - rest))
    .map((line, at) => ' '.repeat(at === 0 ? first : rest) + line.trimEnd())
    .join('\n');
}

/** An escaped line feed stays visible and ends its line: text of several lines can be read. */
const lineFeed = '\\u{0A}';

/** Loses no character: spaces where a line breaks stay at its end. */
function wrapWhole(text: string, width: number): string[] {
  return text
    .split(lineFeed)
    .map((line, at, all) => (at < all.length - 1 ? line + lineFeed : line))
    .filter((line, at) => at === 0 || line !== '')
    .flatMap((line) => (plain.test(line) ? wrapPlain(line, width) : wrapLine(line, width)));
}

/** What is mostly told: ASCII, and the signs of our own tables. One character each, and one column. */
const plain = /^[\x20-\x7e\u2190-\u22ff]*$/;

/** The same as `wrapLine`, a line at a time. */
function wrapPlain(text: string, width: number): string[] {
  const lines: string[] = [];
  let from = 0;
  while (text.length - from > width) {
    const end = from + breakOf(text.slice(from, from + width));
    lines.push(text.slice(from, end));
    from = end;
  }
  return [...lines, text.slice(from)];
}

/** One pass over the text: a request may hold a megabyte. */
function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  const widths = new Map<string, number>();
  let current = '';
  let used = 0;
  for (const character of charactersOf(line)) {
    const columns = widths.get(character) ?? displayWidth(character);
    widths.set(character, columns);
    if (used + columns > width && current !== '') {
      const end = breakOf(current);
      lines.push(current.slice(0, end));
      current = current.slice(end);
      used = displayWidth(current);
    }
    current += character;
    used += columns;
  }
  return [...lines, current];
}

/** Behind a space or a comma, where one is in the second half of what fits. */
function breakOf(text: string): number {
  const last = Math.max(text.lastIndexOf(' '), text.lastIndexOf(',')) + 1;
  return last > text.length / 2 ? last : text.length;
}

/** Made when a text needs it: it costs more than all else at a start. */
let graphemes: Intl.Segmenter | null = null;

function* charactersOf(text: string): Iterable<string> {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) yield segment;
}
