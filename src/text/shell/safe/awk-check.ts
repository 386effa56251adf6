// awk: programs that select, compute and print. What could run a command or use another file than the named ones is not among their words.
import type { ShellWord } from '../read/script.ts';
import { reads, unlisted, type Harmless } from './harmless.ts';
import { leadingOptions, optionList } from './option-spec.ts';

const options = optionList('F= v= --field-separator= --assign=');
const functions = new Set(
  'length substr index split sub gsub match toupper tolower sprintf int sqrt log exp sin cos atan2 rand srand'.split(
    ' ',
  ),
);
const words = new Set(
  'BEGIN END print printf if else for while do in next exit break continue delete NR NF FNR FS OFS RS ORS FILENAME SUBSEP RSTART RLENGTH'.split(
    ' ',
  ),
);

const tokens =
  /\s+|(?<comment>#[^\n]*)|(?<name>[A-Za-z_]\w*)(?<call>\(?)|(?<number>\d+(?:\.\d+)?)|(?<text>"(?:[^"\\\n]|\\[^\n])*")|(?<regex>\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?[^\]/\\\n[]*\])+\/)|(?<sign>\|\||&&|>=|<=|==|!=|!~|\+\+|--|[-+*/%^]=?|[{}()[\],;?:$!~<=])/y;

export function awkCheck(given: readonly ShellWord[]): Harmless {
  const read = leadingOptions(options, given, 0);
  if (read === null) return unlisted;
  const [program, ...files] = given.slice(read.next);
  if (program?.kind !== 'plain' || !isPrinting(program.value)) return unlisted;
  // An assignment among the files may set what a program reads.
  return files.every((word) => word.kind === 'plain' && !/^-.|=/.test(word.value)) ? reads(files) : unlisted;
}

function isPrinting(program: string): boolean {
  let at = 0;
  let before = '';
  while (at < program.length) {
    tokens.lastIndex = at;
    const token = tokens.exec(program);
    if (token === null) return false;
    const { comment, name, call, regex } = token.groups ?? {};
    if (name !== undefined && !isKnownName(name, call === '(')) return false;
    const isPattern = regex !== undefined && !isValue(before);
    const text = regex !== undefined && !isPattern ? '/' : token[0];
    at += text.length;
    if (text.startsWith('/') && !isOneMeaning(isPattern, before, program.slice(at))) return false;
    if (comment === undefined) before = lastSign(text, before);
  }
  return true;
}

/** At the end of a line a value ends too. */
function lastSign(text: string, before: string): string {
  return /\S|\n/.test(text) ? text : before;
}

/**
 * Behind a value a slash divides, and what follows is no pattern but program. Read as a division it could be a pattern after all, and what
 * seems a text in it be program: behind a number or a variable it cannot, nor where no other slash follows.
 */
function isOneMeaning(isPattern: boolean, before: string, rest: string): boolean {
  return isPattern ? !/[\w)\]"$+-]$/.test(before) : isValue(before) || !rest.includes('/');
}

function isValue(before: string): boolean {
  if (before === ']' || /^\d/.test(before)) return true;
  const isOwn = !words.has(before) && !functions.has(before);
  return /^[a-z_]\w*$/.test(before) ? isOwn : /^(?:NR|NF|FNR|RSTART|RLENGTH)$/.test(before);
}

function isKnownName(name: string, isCalled: boolean): boolean {
  if (functions.has(name)) return true;
  if (words.has(name)) return true;
  // Variables of one's own are written small; a call of something else is not known.
  return !isCalled && /^[a-z_]\w*$/.test(name) && !forbidden.has(name);
}

const forbidden = new Set([
  'getline',
  'system',
  'close',
  'fflush',
  'function',
  'func',
  'nextfile',
  'switch',
  'case',
  'default',
]);
