// Holds a command against the table of reading programs.
import type { ShellWord } from '../read/script.ts';
import { notHarmless, reads, unlisted, type Harmless, type HarmlessCheck } from './harmless.ts';
import { optionList, readOptions, type OptionList, type ReadOptions } from './option-spec.ts';
import { readingTable, type OperandKind, type ReadingProgram } from './reading-table.ts';

type Wants = (operands: readonly ShellWord[], words: readonly ShellWord[]) => boolean;

/** What more a program wants of its operands than the table says. */
const further: Readonly<Partial<Record<string, Wants>>> = {
  // `%n` assigns to a variable, whose name may hold a command; `%ln` does too.
  printf: ([format]) =>
    format === undefined || (format.kind === 'plain' && !/%[^a-zA-Z%]*[hjlLqtz]*n/.test(format.value)),
  // Prints the environment, or loads other files.
  jq: ([filter]) =>
    filter === undefined || !/\b(?:env|ENV|import|include|input_filename|modulemeta)\b/.test(filter.value),
  seq: (operands) => operands.every(({ value }) => /^[\d.]{1,9}$/.test(value)),
  sleep: (operands) => operands.every(({ value }) => /^\d{1,4}(?:\.\d+)?s?$/.test(value)),
  // Takes its words from the file that follows the sign, and prints those it does not find.
  strings: (_, words) => words.every(({ value }) => !value.startsWith('@')),
  // The value of an option is its next word, wherever in a cluster the option stands: `-Lo 2 out` writes.
  tree: (_, words) => words.every(({ value }) => !/^-(?!-)[^HILPT]*[HILPT](?!\d*$)/.test(value)),
};

interface Entry {
  readonly program: ReadingProgram;
  readonly list: OptionList;
  readonly wants: Wants | undefined;
}

/** One for each program of the table. */
export const tableChecks: ReadonlyMap<string, HarmlessCheck> = new Map(
  Object.entries(readingTable).map(([name, program]) => {
    const entry: Entry = { program, list: optionList(program.options), wants: further[name] };
    return [name, (words) => check(entry, words)];
  }),
);

function check({ program, list, wants }: Entry, words: readonly ShellWord[]): Harmless {
  const read = readOptions(list, words);
  if (read === null) return unlisted;
  const { operands, files } = read;
  const unknown = operands.find((word) => !isKnown(word, program));
  if (unknown !== undefined) return notHarmless(`what ${unknown.source} becomes is not known here`);
  const paths = pathsOf(program.operands, read);
  if (paths === null || wants?.(operands, words) === false) return unlisted;
  return reads(files.length === 0 ? paths : [...files, ...paths]);
}

function isKnown({ kind, source }: ShellWord, { takesGlobs = false, prints = false }: ReadingProgram): boolean {
  if (kind === 'plain' || kind === 'base') return true;
  if (kind === 'text') return prints;
  // A file may be named like an option, unless the pattern begins with what is none.
  return kind === 'glob' && (takesGlobs || /^[\w./]/.test(source));
}

/** Null where there are operands that the program must not have. */
function pathsOf(kind: OperandKind, { operands, given }: ReadOptions): readonly ShellWord[] | null {
  switch (kind) {
    case 'none':
      return operands.length === 0 ? [] : null;
    case 'texts':
      return [];
    case 'format':
      return operands.every(({ value }) => value.startsWith('+')) ? [] : null;
    case 'one':
      return operands.length <= 1 && operands.every((word) => word.kind !== 'glob') ? operands : null;
    case 'paths':
      return operands;
    case 'pattern':
      return given.some(({ name }) => givesPattern.has(name)) ? operands : operands.slice(1);
  }
}

const givesPattern = new Set(['-e', '-f', '--regexp', '--file', '--files', '--type-list']);
