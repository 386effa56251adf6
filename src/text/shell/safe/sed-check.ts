// sed: scripts that print, delete or substitute in what they read. The commands e, w, r, and the flags e and w, run programs or use files.
import type { ShellWord } from '../read/script.ts';
import { reads, unlisted, type Harmless } from './harmless.ts';
import { optionList, readOptions } from './option-spec.ts';

const options = optionList(
  'nErsuz e= l= --quiet --silent --expression= --regexp-extended --separate --unbuffered --null-data --line-length= --posix --sandbox --debug',
);

export function sedCheck(words: readonly ShellWord[]): Harmless {
  const read = readOptions(options, words);
  if (read === null) return unlisted;
  const scripts = read.given.flatMap(({ name, value }) =>
    /^(?:-e|--expression)$/.test(name) && value !== null ? [value] : [],
  );
  const [first, ...rest] = read.operands;
  const isGiven = scripts.length > 0;
  if (!isGiven && first === undefined) return unlisted;
  const all = isGiven || first === undefined ? scripts : [first];
  const files = isGiven ? read.operands : rest;
  if (files.some(({ kind }) => kind !== 'plain' && kind !== 'base')) return unlisted;
  return all.every(({ kind, value }) => kind === 'plain' && isPrinting(value)) ? reads(files) : unlisted;
}

const blanks = /[\s;]*/y;
const address = /(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?[^\]/\\\n[]*\])+\/I?)/y;
const range = /\s*,\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?[^\]/\\\n[]*\])+\/I?)/y;
const negation = /\s*!?\s*/y;
const single = /(?:[pdPDgGhHxnN=l]|[qQ]\d*)(?=\s*(?:;|\n|$))/y;
/** The same delimiter three times, with no bracket in the pattern: in one the delimiter would mean itself. */
const substitution =
  /s([^\w\s\\])((?:(?!\1)[^\\\n[]|\\[^\n])*)\1((?:(?!\1)[^\\\n]|\\[^\n])*)\1[gpiIm\d]*(?=\s*(?:;|\n|$))/y;
const bracketed =
  /s([/|#,@])((?:(?!\1)[^\\\n[]|\\[^\n]|\[\^?\]?(?:(?!\1)[^\]\\\n[])*\])*)\1((?:(?!\1)[^\\\n]|\\[^\n])*)\1[gpiIm\d]*(?=\s*(?:;|\n|$))/y;

function isPrinting(script: string): boolean {
  let at = take(blanks, script, 0) ?? 0;
  while (at < script.length) {
    const start = take(address, script, at);
    if (start !== null) at = take(range, script, start) ?? start;
    at = take(negation, script, at) ?? at;
    const end = take(single, script, at) ?? take(substitution, script, at) ?? take(bracketed, script, at);
    if (end === null) return false;
    at = take(blanks, script, end) ?? end;
  }
  return true;
}

/** Where the pattern ends that matches there; null where it does not. */
function take(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
