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
    .flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (displayWidth(rest) > width) {
    const end = breakOf(rest, fitting(rest, width));
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...lines, rest];
}

/** Behind a space or a comma, where one is in the second half of what fits. */
function breakOf(text: string, fits: number): number {
  const last = Math.max(text.lastIndexOf(' ', fits - 1), text.lastIndexOf(',', fits - 1)) + 1;
  return last > fits / 2 ? last : fits;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many UTF-16 units from the start fit: at least one whole character. */
function fitting(text: string, width: number): number {
  let used = 0;
  let end = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += displayWidth(segment);
    if (used > width && end > 0) return end;
    end += segment.length;
  }
  return end;
}
