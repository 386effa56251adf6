// Private keys as blocks of lines: whole, cut at either end, quoted, indented, or on one line with escaped line ends.
import type { SecretSpan } from './span.ts';

/** What stands in the first line of such a block, or in its last; one of these in a text makes the search worth while. */
export const keyBlockAnchors: readonly string[] = ['private key', 'static key', 'nkey seed', 'private-lines:'];

const opener =
  /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|STATIC KEY|NKEY SEED)[A-Z0-9 ]{0,10} ?-{3,5}|^Private-Lines: \d{1,4}[^\n]{0,8}$/gm;
const closer = /-{3,5} ?END [A-Z0-9 ]{0,40}(?:PRIVATE KEY|STATIC KEY|NKEY SEED)[A-Z0-9 ]{0,10} ?-{3,6}/y;
const closerAnywhere = new RegExp(closer.source, 'g');

/** Of a text that names such keys; false where there is neither a first line nor a last one. */
export function mayHoldKeyBlock(text: string): boolean {
  return text.includes('BEGIN ') || text.includes('END ') || text.includes('Private-Lines: ');
}

/** How far before a last line its block is sought, where the first line is missing. */
export const maxHeadlessChars = 16_384;

/** Whether a text ends within a block, and whether what looks like its last line was seen: behind that only a checksum belongs to it. */
export type OpenKey = false | 'body' | 'last';

export interface KeyBlocks {
  readonly spans: readonly SecretSpan[];
  /** The text ends within a block: what follows may belong to it. */
  readonly open: OpenKey;
  /** Where a first line stands at the end of the text, with nothing of a key behind it yet. */
  readonly undecided: number | null;
}

/** `open`: the text begins within a block. */
export function findKeyBlocks(text: string, open: OpenKey): KeyBlocks {
  const spans: SecretSpan[] = [];
  let at = 0;
  if (open !== false) {
    const block = blockEnd(text, 0, open);
    const { end } = block;
    if (end > 0) spans.push(blockOf(0, end));
    if (goesOn(text, block)) return { spans, open: block.open, undecided: null };
    at = end;
  }
  for (;;) {
    opener.lastIndex = at;
    const first = opener.exec(text);
    addHeadless(text, { from: at, to: first?.index ?? text.length }, spans);
    if (first === null) return { spans, open: false, undecided: null };
    const from = first.index + first[0].length;
    const block = blockEnd(text, from, 'body');
    const { end } = block;
    // A first line alone is no secret: programs and manuals name it.
    const isKey = /[A-Za-z0-9+/]{16}/.test(text.slice(from, end));
    if (isKey) spans.push(blockOf(first.index, end));
    if (goesOn(text, block))
      return isKey ? { spans, open: block.open, undecided: null } : { spans, open: false, undecided: first.index };
    // What is no key hides no end of one that begins before it.
    at = isKey ? end : from;
  }
}

function blockOf(start: number, end: number): SecretSpan {
  return { start, end, name: 'a private key', isBlock: true };
}

/** Nothing stands behind it yet that would end it. */
function goesOn(text: string, { end, closed }: BlockEnd): boolean {
  if (closed) return false;
  for (let at = end; at < text.length; at++) if (!/\s/.test(text[at] ?? '')) return false;
  return true;
}

interface BlockEnd {
  readonly end: number;
  /** Its last line was found. */
  readonly closed: boolean;
  /** What it is where nothing ends it. */
  readonly open: Exclude<OpenKey, false>;
}

/** Where what belongs to the block ends: behind its last line, or behind the last line that looks like part of one. */
function blockEnd(text: string, from: number, open: BlockEnd['open']): BlockEnd {
  const firstEnd = endOfLine(text, from);
  const closedAt = closerIn(text, from, firstEnd);
  if (closedAt !== null) return { end: closedAt, closed: true, open };
  const end = oneLineEnd(text, from, firstEnd);
  return end < firstEnd ? { end, closed: false, open } : linesEnd(text, end, open);
}

/** The same from the end of the first line on. */
function linesEnd(text: string, firstEnd: number, open: BlockEnd['open']): BlockEnd {
  let end = firstEnd;
  // The last line of a key is shorter than the others: what follows a short one is something else.
  let wasShort = open === 'last';
  for (let at = firstEnd + 1; at <= text.length;) {
    const lineEnd = endOfLine(text, at);
    const closed = closerIn(text, at, lineEnd);
    if (closed !== null) return { end: closed, closed: true, open };
    const line = text.slice(at, lineEnd);
    const isEmpty = line.trim() === '';
    if (!isEmpty) {
      // The checksum of a PGP block comes after its last line.
      if (!isKeyLine(line) || (wasShort && !/^[\s>|+]*=/.test(line))) break;
      end = lineEnd;
      wasShort ||= line.length < 30 && !line.includes(':');
    }
    at = lineEnd + 1;
  }
  return { end, closed: false, open: wasShort ? 'last' : 'body' };
}

/** No key on one line is longer. */
const maxLineChars = 32_768;

/** Where the last line of a block that stands in this line ends; null where there is none. */
function closerIn(text: string, from: number, to: number): number | null {
  const line = text.slice(from, Math.min(to, from + maxLineChars));
  for (let at = line.indexOf('END '); at >= 0; at = line.indexOf('END ', at + 1)) {
    let dashes = from + at;
    while (dashes > from && /[- ]/.test(text[dashes - 1] ?? '')) dashes -= 1;
    closer.lastIndex = dashes + (text[dashes] === ' ' ? 1 : 0);
    if (closer.test(text)) {
      const end = closer.lastIndex;
      return text.startsWith('\\n', end) && line.slice(0, at).includes('\\n') ? end + 2 : end;
    }
  }
  return null;
}

/** The rest of the first line, where the block has escaped line ends or none: as far as its characters go. */
function oneLineEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /[A-Za-z0-9+/=\\ \t\r]/.test(text[at] ?? '')) at += 1;
  // What closes a string around the first line does not end the block.
  const isBare = at - from < 64 && /^(?:\\[nr]|\s)*$/.test(text.slice(from, at));
  return isBare && /^["'`,;\s+\\]*$/.test(text.slice(at, Math.min(to, at + 16))) && to - at <= 16 ? to : at;
}

/** Base64 with what quoting, indenting, numbering and comparing put before and behind it; a header of the block; an empty line. */
function isKeyLine(line: string): boolean {
  if (line.length > 4_096) return /^[A-Za-z0-9+/=\\\s"']*$/.test(line);
  const start = /^[\s>|+#*-]*(?:\d{1,6}(?:[:|\t]|\s{2})\s*)?\s*["'`]?/.exec(line)?.[0].length ?? 0;
  const tail = Math.max(start, line.length - 32);
  const bare = line.slice(start, tail) + line.slice(tail).replace(/(?:\\[nr])*["'`]?[\s,+\\;]*$/, '');
  return (
    /^=?[A-Za-z0-9+/]*={0,3}$/.test(bare) ||
    /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Subject|X-[\w-]+): .{0,200}$/.test(bare)
  );
}

/** A line that can only be part of a block, not a word. */
export function isKeyBodyLine(line: string): boolean {
  return line.length >= 32 && line.length <= 200 && isKeyLine(line) && /[A-Za-z0-9+/]{32}/.test(line);
}

/** The end of a block without its start: its lines are those before the last one that look like it. */
function addHeadless(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  spans: SecretSpan[],
): void {
  closerAnywhere.lastIndex = from;
  for (let last = closerAnywhere.exec(text); last !== null && last.index < to; last = closerAnywhere.exec(text)) {
    let start = lineStart(text, last.index);
    for (;;) {
      const before = lineStart(text, start - 1);
      const isFirst = start === lineStart(text, last.index);
      const line = text.slice(before, start - 1);
      const belongs = start > from && (isFirst ? isKeyLine(line) && line.trim() !== '' : isKeyBodyLine(line));
      if (!belongs || before < from || last.index - before > maxHeadlessChars) break;
      start = before;
    }
    if (start < lineStart(text, last.index)) spans.push(blockOf(start, last.index + last[0].length));
    else addBodyOnSameLine(text, { from, at: last.index, end: closerAnywhere.lastIndex }, spans);
  }
}

function addBodyOnSameLine(
  text: string,
  { from, at, end }: { readonly from: number; readonly at: number; readonly end: number },
  spans: SecretSpan[],
): void {
  let start = at;
  while (start > from && start > at - maxHeadlessChars && /[A-Za-z0-9+/=\\]/.test(text[start - 1] ?? '')) start -= 1;
  if (at - start >= 32) spans.push(blockOf(start, end));
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
