// Splits a shell line into commands and words as far as plain reading goes: quotes, separators, substitutions, here-documents. No
// variables, no globs, no aliases: what these hide is not seen here.

export interface ShellCommand {
  /** Without quotes and backslashes. */
  readonly words: readonly string[];
  /** Files that are read in place of its input. */
  readonly inputs: readonly string[];
  /** Files that its output goes to. */
  readonly outputs: readonly string[];
  /** Texts of its here-documents. */
  readonly documents: readonly string[];
}

interface OpenCommand {
  readonly words: string[];
  readonly inputs: string[];
  readonly outputs: string[];
  readonly documents: string[];
}

/** What the scanner is inside of; each ends with another sign. */
type Inside = 'plain' | 'double' | 'parenthesis' | 'subshell' | 'backtick';

interface Scan {
  readonly line: string;
  at: number;
  readonly inside: Inside[];
  command: OpenCommand;
  /** The commands that a substitution interrupted. */
  readonly outer: OpenCommand[];
  readonly commands: OpenCommand[];
  word: string | null;
  expects: 'word' | 'input' | 'output' | 'delimiter';
  readonly pending: { readonly delimiter: string; readonly of: OpenCommand }[];
}

const empty = (): OpenCommand => ({ words: [], inputs: [], outputs: [], documents: [] });

/** Every command of the line, those in substitutions too, in the order in which they end. Never throws: what is open at the end, ends there. */
export function readShellWords(line: string): readonly ShellCommand[] {
  const scan: Scan = {
    line,
    at: 0,
    inside: [],
    command: empty(),
    outer: [],
    commands: [],
    word: null,
    expects: 'word',
    pending: [],
  };
  while (scan.at < line.length) step(scan);
  endCommand(scan);
  for (const open of scan.outer) scan.commands.push(open);
  return scan.commands;
}

function step(scan: Scan): void {
  const sign = scan.line[scan.at] ?? '';
  if (substitution(scan, sign)) return;
  if (top(scan) === 'double') {
    inDouble(scan, sign);
    return;
  }
  scan.at += 1;
  if (sign === '\\') escaped(scan);
  else if (sign === "'") addToWord(scan, until(scan, "'"));
  else if (sign === '"') {
    scan.inside.push('double');
    addToWord(scan, '');
  } else if (sign === '#' && scan.word === null) until(scan, '\n', 'keep');
  else plain(scan, sign);
}

function plain(scan: Scan, sign: string): void {
  if (sign === '\n') {
    endCommand(scan);
    readDocuments(scan);
  } else if (/\s/.test(sign)) endWord(scan);
  else if (sign === '>' || sign === '<') redirect(scan, sign);
  else if (sign === '&' && scan.line[scan.at] === '>') endWord(scan);
  else if (sign === '(') open(scan, 'subshell');
  else if (sign === ')')
    close(
      scan,
      scan.inside.findLast((each) => each === 'parenthesis' || each === 'subshell'),
    );
  else if (';&|'.includes(sign)) endCommand(scan);
  else addToWord(scan, sign);
}

/** `$(…)`, `` `…` ``, `<(…)`, `>(…)`: also between double quotes, but not `$((`, which opens twice and closes twice all the same. */
function substitution(scan: Scan, sign: string): boolean {
  const next = scan.line[scan.at + 1];
  const isDouble = top(scan) === 'double';
  if (sign === '`') {
    scan.at += 1;
    if (top(scan) === 'backtick') close(scan, 'backtick');
    else open(scan, 'backtick');
    return true;
  }
  if (next !== '(' || !(sign === '$' || (!isDouble && (sign === '<' || sign === '>')))) return false;
  scan.at += 2;
  open(scan, 'parenthesis');
  return true;
}

function inDouble(scan: Scan, sign: string): void {
  scan.at += 1;
  if (sign === '"') scan.inside.pop();
  else if (sign === '\\' && '"\\$`\n'.includes(scan.line[scan.at] ?? ' ')) escaped(scan);
  else addToWord(scan, sign);
}

function escaped(scan: Scan): void {
  const sign = scan.line[scan.at] ?? '';
  scan.at += 1;
  // A line that goes on.
  if (sign !== '\n') addToWord(scan, sign);
}

function redirect(scan: Scan, sign: string): void {
  // The digits before it name a stream and are no word.
  if (scan.word !== null && /^\d+$/.test(scan.word)) scan.word = null;
  endWord(scan);
  const isDocument = sign === '<' && scan.line[scan.at] === '<' && scan.line[scan.at + 1] !== '<';
  const start = scan.at;
  while ('<>&|-'.includes(scan.line[scan.at] ?? ' ')) scan.at += 1;
  const isOutput = sign === '>' || scan.line.slice(start, scan.at).includes('>');
  scan.expects = isDocument ? 'delimiter' : isOutput ? 'output' : 'input';
}

function open(scan: Scan, inside: Inside): void {
  endWord(scan);
  scan.inside.push(inside);
  scan.outer.push(scan.command);
  scan.command = empty();
}

function close(scan: Scan, inside: Inside | undefined): void {
  endCommand(scan);
  if (inside === undefined || !scan.inside.includes(inside)) return;
  // Quotes that were left open end with what they stand in.
  while (scan.inside.pop() !== inside);
  scan.command = scan.outer.pop() ?? empty();
  // What follows `f()` or `(…)` is another command; what follows `$(…)` is not.
  if (inside === 'subshell') endCommand(scan);
}

function top(scan: Scan): Inside {
  return scan.inside.at(-1) ?? 'plain';
}

function addToWord(scan: Scan, text: string): void {
  scan.word = (scan.word ?? '') + text;
}

/** The text up to the sign, which is passed; all the rest where it does not come. */
function until(scan: Scan, sign: string, mode: 'pass' | 'keep' = 'pass'): string {
  const found = scan.line.indexOf(sign, scan.at);
  const end = found < 0 ? scan.line.length : found;
  const text = scan.line.slice(scan.at, end);
  scan.at = mode === 'pass' ? end + 1 : end;
  return text;
}

function endWord(scan: Scan): void {
  const { word, expects, command } = scan;
  if (word === null) return;
  scan.word = null;
  scan.expects = 'word';
  if (expects === 'delimiter') scan.pending.push({ delimiter: word, of: command });
  else if (expects === 'input') command.inputs.push(word);
  else if (expects === 'output') command.outputs.push(word);
  else command.words.push(word);
}

function endCommand(scan: Scan): void {
  endWord(scan);
  scan.expects = 'word';
  const { words, inputs, outputs } = scan.command;
  if (words.length + inputs.length + outputs.length > 0) scan.commands.push(scan.command);
  scan.command = empty();
}

/** Here-documents are text of the command they belong to, not commands, and their quotes are no quotes. */
function readDocuments(scan: Scan): void {
  for (const { delimiter, of } of scan.pending.splice(0)) {
    const lines: string[] = [];
    while (scan.at < scan.line.length) {
      const line = until(scan, '\n');
      if (line.replace(/^\t+/, '') === delimiter) break;
      lines.push(line);
    }
    of.documents.push(lines.join('\n'));
  }
}
