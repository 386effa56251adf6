// Shows one change as a hunk of a unified diff, short enough to read.
import { withPlainEnds } from './plan-edit.ts';

const context = 3;
const mostLines = 40;
const longestLine = 200;

export interface Hunk {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/** The one stretch of lines in which the texts differ. Line ends are not compared. */
export function diffHunk(before: string, after: string): Hunk {
  const old = linesOf(before);
  const now = linesOf(after);
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  const from = Math.max(0, start - context);
  const leading = old.slice(from, start);
  const trailing = old.slice(old.length - end, old.length - end + context);
  const shared = leading.length + trailing.length;
  const text = [
    `@@ -${range(from, removed.length + shared)} +${range(from, added.length + shared)} @@`,
    ...leading.map((line) => ` ${short(line)}`),
    ...side('-', removed),
    ...side('+', added),
    ...trailing.map((line) => ` ${short(line)}`),
  ].join('\n');
  return { text, added: added.length, removed: removed.length };
}

function linesOf(text: string): readonly string[] {
  const lines = withPlainEnds(text).split('\n');
  // The text behind the last line end is no line.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}

function side(sign: string, lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, mostLines).map((line) => sign + short(line));
  return lines.length > mostLines ? [...shown, `${sign}… ${lines.length - mostLines} more lines`] : shown;
}

function short(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line;
}
