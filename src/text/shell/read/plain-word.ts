// Reads one word by itself, without trust in the parser: what is not shown here to be exactly one plain value stays open.
import type { ShellWord } from './script.ts';

/** Plain wherever they stand outside of quotes. */
const literals = /[\w./:=@%+,^!-]+/y;
/** What stands for itself within double quotes. */
const quotedText = /[^"`\\$]+/y;
/** Most words are nothing but these. */
const simple = /^[\w./:=@%+,-]+$/;
const foreignLiteral = /[\p{L}\p{N}\p{M}]/u;
const globSigns = /[*?[\]\\]/;
/** After a dollar sign these begin an expansion; before others, and at the end, it is itself. */
const expands = /[\w*@#?$!{([-]/;
const baseVariable = /^\$(?:(HOME|PWD)(?!\w)|\{(HOME|PWD)\})/;
/** Variables that a program may print: no secret is kept in them. */
const printable = 'HOME PWD OLDPWD USER LOGNAME SHELL LANG PATH TERM HOSTNAME RANDOM SECONDS UID EUID PPID LINENO';
const printableVariable = new RegExp(
  `^\\$(?:(?:${printable.replaceAll(' ', '|')})(?![\\w[])|\\{(?:${printable.replaceAll(' ', '|')})\\}|[?#$])`,
);
const plainArithmetic = /^\$\(\([\d\s+*/%()-]+?\)\)/;

const plainBraces = /^\{[\w-]*\}/;
const longestBraces = 64;

interface Scan {
  readonly source: string;
  at: number;
  value: string;
  hasBase: boolean;
  hasGlob: boolean;
  /** Quoted signs that would be read as a glob when the value is. */
  hasQuotedGlob: boolean;
  hasText: boolean;
  isOpen: boolean;
}

/** `value` is the parser's reading, which is what remains of a word that stays open: it is worked out when it is asked for. */
export interface ReadWord {
  readonly text: string;
  readonly value: string;
}

export function readPlainWord(word: ReadWord): ShellWord {
  const source = word.text;
  if (simple.test(source)) return { kind: 'plain', source, value: source };
  const scan: Scan = {
    source,
    at: 0,
    value: '',
    hasBase: false,
    hasGlob: false,
    hasQuotedGlob: false,
    hasText: false,
    isOpen: false,
  };
  leadingTilde(scan);
  while (scan.at < source.length && !scan.isOpen) outside(scan);
  const kind = kindOf(scan);
  return { kind, source, value: kind === 'open' || kind === 'text' ? word.value : scan.value };
}

function kindOf({ isOpen, hasText, hasGlob, hasBase, hasQuotedGlob }: Scan): ShellWord['kind'] {
  if (isOpen || (hasGlob && (hasBase || hasQuotedGlob))) return 'open';
  if (hasText) return hasGlob || hasBase ? 'open' : 'text';
  if (hasGlob) return 'glob';
  return hasBase ? 'base' : 'plain';
}

function leadingTilde(scan: Scan): void {
  const { source } = scan;
  if (source[0] === '#') scan.isOpen = true;
  if (source[0] !== '~') return;
  scan.hasBase = true;
  // `~root` and `~+` are other places.
  scan.isOpen = source !== '~' && source[1] !== '/';
  add(scan, '~');
}

function runAt(signs: RegExp, { source, at }: Scan): string | null {
  signs.lastIndex = at;
  return signs.test(source) ? source.slice(at, signs.lastIndex) : null;
}

function add(scan: Scan, text: string): void {
  scan.value += text;
  scan.at += text.length;
}

function outside(scan: Scan): void {
  const sign = scan.source[scan.at] ?? '';
  const plain = runAt(literals, scan);
  if (plain !== null) add(scan, plain);
  else if (sign === "'") single(scan);
  else if (sign === '"') double(scan);
  else if (sign === '\\') escaped(scan);
  else if (sign === '$') dollar(scan, false);
  else if ('*?[]'.includes(sign)) globSign(scan, sign);
  else if (sign === '~') innerTilde(scan);
  else if (sign === '{') braces(scan);
  else foreign(scan);
}

/** Without a comma or dots in them braces are themselves: `find -exec rm {}`, `HEAD@{1}`. */
function braces(scan: Scan): void {
  const text = plainBraces.exec(scan.source.slice(scan.at, scan.at + longestBraces))?.[0];
  if (text === undefined) scan.isOpen = true;
  add(scan, text ?? '');
}

function foreign(scan: Scan): void {
  const sign = String.fromCodePoint(scan.source.codePointAt(scan.at) ?? 0);
  if (sign === '#' || (sign > '\u007f' && foreignLiteral.test(sign))) add(scan, sign);
  else scan.isOpen = true;
}

function single(scan: Scan): void {
  const end = scan.source.indexOf("'", scan.at + 1);
  if (end < 0) {
    scan.isOpen = true;
    return;
  }
  quoted(scan, scan.source.slice(scan.at + 1, end));
  scan.at = end + 1;
}

function quoted(scan: Scan, text: string): void {
  scan.value += text;
  scan.hasQuotedGlob ||= globSigns.test(text);
}

function double(scan: Scan): void {
  scan.at += 1;
  while (!scan.isOpen) {
    const text = runAt(quotedText, scan);
    if (text !== null) {
      quoted(scan, text);
      scan.at += text.length;
    }
    const sign = scan.source[scan.at];
    if (sign === '"') {
      scan.at += 1;
      return;
    }
    if (sign === undefined || sign === '`') scan.isOpen = true;
    else if (sign === '\\') escapedInDouble(scan);
    else dollar(scan, true);
  }
}

function escapedInDouble(scan: Scan): void {
  const next = scan.source[scan.at + 1];
  // A line that goes on: parsers differ in what they make of it.
  if (next === undefined || next === '\n') scan.isOpen = true;
  else if ('$`"\\'.includes(next)) escaped(scan);
  else {
    quoted(scan, '\\');
    scan.at += 1;
  }
}

function escaped(scan: Scan): void {
  const next = scan.source[scan.at + 1];
  if (next === undefined || next === '\n') {
    scan.isOpen = true;
    return;
  }
  quoted(scan, next);
  scan.at += 2;
}

function dollar(scan: Scan, isQuoted: boolean): void {
  const rest = scan.source.slice(scan.at);
  const base = baseVariable.exec(rest);
  const next = rest[1];
  if (base !== null && scan.value === '' && !scan.hasText) {
    scan.hasBase = true;
    scan.value = base[0].includes('HOME') ? '~' : '.';
    scan.at += base[0].length;
  } else if (next === undefined || (isQuoted && !expands.test(next))) add(scan, '$');
  else {
    const text = printableVariable.exec(rest) ?? plainArithmetic.exec(rest);
    if (text === null) scan.isOpen = true;
    scan.hasText = true;
    add(scan, text?.[0] ?? '');
  }
}

function globSign(scan: Scan, sign: string): void {
  // `[` and `]` alone are the command test and its end.
  if (scan.source !== sign || !'[]'.includes(sign)) scan.hasGlob = true;
  add(scan, sign);
}

function innerTilde(scan: Scan): void {
  // After these the shell puts the home there, in what looks like an assignment.
  if (/[=:]$/.test(scan.value)) scan.isOpen = true;
  add(scan, '~');
}
