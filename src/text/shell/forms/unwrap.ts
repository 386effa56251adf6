// Takes a command apart into every program that it names, and the texts that are run as commands of a shell.
import type { ShellWord, SimpleCommand } from '../read/script.ts';
import { leadingOptions } from '../safe/option-spec.ts';
import { formAt, type Form } from './form.ts';
import { gitTexts } from './git-texts.ts';
import { launchers, plainShells, shellOptions, shells } from './launchers.ts';

export interface Unwrapped {
  /** From the outermost to the innermost. Empty where the command names no program. */
  readonly forms: readonly Form[];
  /** The last certain one: what runs. */
  readonly last: Form | null;
  /** Run as commands of a shell; null stands for a text that cannot be told. */
  readonly texts: readonly (string | null)[];
  /** Every launcher on the way adds nothing of its own. */
  readonly isHarmless: boolean;
  /** Where a launcher has it run; null for where the launcher runs. */
  readonly folder: string | null;
}

interface Unwrapping {
  readonly words: readonly ShellWord[];
  readonly command: SimpleCommand;
  readonly forms: Form[];
  readonly texts: (string | null)[];
  last: Form;
  isHarmless: boolean;
  folder: string | null;
}

const nameless: Unwrapped = { forms: [], last: null, texts: [], isHarmless: true, folder: null };

export function unwrap(command: SimpleCommand): Unwrapped {
  const { words } = command;
  if (words.length === 0) return nameless;
  const outer = formAt(words, 0, true);
  // Made with its one form: an array that grows makes room for many.
  const open: Unwrapping = { words, command, forms: [outer], texts: [], last: outer, isHarmless: true, folder: null };
  for (let at = next(open, outer); at !== null; at = next(open, open.last)) {
    open.last = formAt(words, at, true);
    open.forms.push(open.last);
  }
  return open;
}

/** Where the program stands that this one runs; null where it runs none that is named by words of the line. */
function next(open: Unwrapping, form: Form): number | null {
  const { program, at } = form;
  if (shells.has(program)) readShell(open, form);
  else if (program === 'eval') return readEval(open, at);
  else if (program === 'find' || program === 'fd') readExecutions(open, at);
  else if (program === 'git') {
    open.texts.push(...gitTexts(open.words, at));
    possibleForms(open, at + 1, /^(?:run|-x|--exec|foreach)$/);
  } else if (program === 'trap' || program === 'alias') readValues(open, at);
  else if (program === 'watch' || program === 'su' || program === 'script') readCommandTexts(open, at);
  else return readLauncher(open, form);
  return null;
}

function readLauncher(open: Unwrapping, { program, at }: Form): number | null {
  const launcher = launchers.get(program);
  if (launcher === undefined) return null;
  if (!launcher.isHarmless) open.isHarmless = false;
  const read = leadingOptions(launcher.list, open.words, at + 1);
  if (read === null) {
    open.isHarmless = false;
    possibleForms(open, at + 1);
    readCommandTexts(open, at);
    return null;
  }
  if (read.given.some(({ name }) => launcher.unless.has(name))) return null;
  // What is relative in the words behind it would be somewhere else.
  const folder = read.given.find(({ name }) => name === '-C' || name === '--chdir')?.value ?? null;
  if (folder !== null) {
    open.isHarmless = false;
    open.folder = folder.value;
  }
  return startBehind(open, program, read.next + launcher.operands);
}

/** Where the program stands that a launcher runs whose options were read. */
function startBehind(open: Unwrapping, program: string, from: number): number | null {
  let start = from;
  if (program === 'env') {
    for (; isAssignment(open.words[start]); start += 1) open.isHarmless = false;
  }
  // `flock FILE -c TEXT`.
  if (open.words[start]?.value === '-c') {
    readCommandTexts(open, start);
    return null;
  }
  return start < open.words.length ? start : null;
}

function isAssignment(word: ShellWord | undefined): boolean {
  return word !== undefined && /^[A-Za-z_]\w*=/.test(word.value);
}

/**
 * Behind options that are not known each word may be the name of a program; behind a mark, the word after it. A name that comes again says
 * nothing new, since all words behind it were seen; but for git, where the word next to it counts.
 */
function possibleForms({ words, forms }: Unwrapping, from: number, mark?: RegExp): void {
  const seen = new Set<string>();
  for (let at = from; at < words.length; at++) {
    if (mark !== undefined && !mark.test(words[at - 1]?.value ?? '')) continue;
    const form = formAt(words, at, false);
    if (!seen.has(form.program) || form.program === 'git') forms.push(form);
    seen.add(form.program);
  }
}

function readShell(open: Unwrapping, { program, at }: Form): void {
  open.isHarmless &&= plainShells.has(program) && open.words[at + 1]?.value === '-c';
  const read = leadingOptions(shellOptions, open.words, at + 1);
  if (read === null) {
    readCommandTexts(open, at);
    return;
  }
  const text = open.words[read.next];
  if (read.given.some(({ name }) => name === '-c')) {
    if (text !== undefined) open.texts.push(textOf(text));
    // A second operand is `$0` of the text, which it may run.
    open.isHarmless &&= read.next + 1 === open.words.length;
    return;
  }
  for (const { document, operator, target } of open.command.redirects) {
    if (document !== null) open.texts.push(document.text);
    else if (operator === '<<<' && target !== null) open.texts.push(textOf(target));
  }
}

function textOf({ kind, value }: ShellWord): string | null {
  return kind === 'plain' ? value : null;
}

/** Options of which not all are known: each argument with a blank in it may be a command line. */
function readCommandTexts(open: Unwrapping, at: number): void {
  open.isHarmless = false;
  const values = open.words.slice(at + 1).map(({ value }) => value);
  const first = values.findIndex((value) => !value.startsWith('-'));
  const joined = first < 0 ? '' : values.slice(first).join(' ');
  open.texts.push(...(joined === '' ? [] : [joined]), ...values.filter((value) => /\s/.test(value)));
}

/** Words that mean the same when they are read once more. */
const unchanged = /^[\w./:@%+,=-]+$/;

function readEval(open: Unwrapping, at: number): number | null {
  open.isHarmless = false;
  const words = open.words.slice(at + 1);
  if (words.every(({ kind, value }) => kind === 'plain' && unchanged.test(value)))
    return words.length > 0 ? at + 1 : null;
  const isKnown = words.every(({ kind }) => kind === 'plain');
  open.texts.push(words.map(({ value }) => value).join(' '));
  if (!isKnown) open.texts.push(null);
  return null;
}

function readExecutions(open: Unwrapping, at: number): void {
  possibleForms(open, at + 2, /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/);
}

/** `trap TEXT SIGNAL`, `alias name=TEXT`. */
function readValues(open: Unwrapping, at: number): void {
  open.isHarmless = false;
  for (const { value } of open.words.slice(at + 1)) open.texts.push(value.replace(/^[\w-]+=/, ''));
}
