// Lays out rows for people: aligned columns, within the width of the terminal.
import { characterWidth, charactersOf, displayWidth } from './display-width.ts';
import { escapeVisible } from './escape-visible.ts';

export interface TableOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly headers?: readonly string[];
  /** What happens to a last column that does not fit: `wrap` (default) continues below, `cut` ends with `…`. */
  readonly overflow?: 'wrap' | 'cut';
}

const gap = 2;
/** What the last column gets, if need be by cutting the widest of the others. */
const leastLast = 20;
/** A column narrower than this says nothing. */
const leastColumn = 4;

/**
 * The rows as lines without trailing spaces. Cells are made visible (`escapeVisible`): no cell can break the table or reach the terminal.
 * Short rows are filled with empty cells. No line is wider than `width`, but where the width leaves no column 4 characters. Without rows
 * there are no lines, headers or not.
 */
export function layoutTable(rows: readonly (readonly string[])[], options: TableOptions): string {
  if (rows.length === 0) return '';
  const { width, headers, overflow = 'wrap' } = options;
  const cells = (headers === undefined ? rows : [headers, ...rows]).map((row) =>
    row.map((cell) => escapeVisible(cell)),
  );
  const columns = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = columnWidths(cells, columns, width);
  return cells.flatMap((row) => linesOf(row, widths, overflow)).join('\n');
}

/** Natural widths; where they do not fit the last column gives first, then the widest of the others. */
function columnWidths(cells: readonly (readonly string[])[], columns: number, width: number): number[] {
  const widths = Array.from({ length: columns }, (_, column) =>
    cells.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? '')), 0),
  );
  const last = widths.pop() ?? 0;
  const room = width - gap * widths.length;
  const lastLeast = Math.min(last, leastLast);
  let taken = widths.reduce((sum, each) => sum + each, 0);
  while (taken + lastLeast > room) {
    const widest = widths.indexOf(Math.max(...widths));
    const each = widths[widest];
    if (each === undefined || each <= leastColumn) break;
    widths[widest] = each - 1;
    taken--;
  }
  return [...widths, Math.max(Math.min(last, leastColumn), Math.min(last, room - taken))];
}

function linesOf(row: readonly string[], widths: readonly number[], overflow: 'wrap' | 'cut'): string[] {
  const lastWidth = widths.at(-1) ?? 0;
  const head = widths.slice(0, -1).map((width, column) => padded(row[column] ?? '', width) + ' '.repeat(gap));
  const last = row[widths.length - 1] ?? '';
  const parts = overflow === 'cut' ? [cutToWidth(last, lastWidth)] : wrapToWidth(last, lastWidth);
  const indent = ' '.repeat(displayWidth(head.join('')));
  return parts.map((part, index) => ((index === 0 ? head.join('') : indent) + part).trimEnd());
}

function padded(cell: string, width: number): string {
  const cut = cutToWidth(cell, width);
  return cut + ' '.repeat(Math.max(0, width - displayWidth(cut)));
}

function cutToWidth(cell: string, width: number): string {
  return displayWidth(cell) <= width ? cell : cutWide(charactersOf(cell), width);
}

function cutWide(characters: readonly string[], width: number): string {
  return `${characters.slice(0, Math.max(1, fitting(characters, 0, width - 1))).join('')}…`;
}

/** Breaks at spaces, inside a word only where the word alone is too wide. */
function wrapToWidth(cell: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of cell.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = piecesOfWord(word, width);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** The word in pieces that fit; at least one character each, so that a too narrow column still ends. */
function piecesOfWord(word: string, width: number): string[] {
  const characters = charactersOf(word);
  const pieces: string[] = [];
  for (let from = 0; from < characters.length;) {
    const count = Math.max(1, fitting(characters, from, width));
    pieces.push(characters.slice(from, from + count).join(''));
    from += count;
  }
  return pieces;
}

/** How many characters from `from` on fit. */
function fitting(characters: readonly string[], from: number, width: number): number {
  let used = 0;
  let at = from;
  for (; at < characters.length; at++) {
    used += characterWidth(characters[at] ?? '');
    if (used > width) break;
  }
  return at - from;
}
