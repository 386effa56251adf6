// Allow lists of options: what is not listed, in exactly this spelling, is not known to be harmless. GNU programs take shortened long options and
// clusters of short ones, so a list of what is dangerous would always miss a spelling.
import type { ShellWord } from '../read/script.ts';

type OptionKind = 'flag' | 'value' | 'file' | 'optional';

export interface OptionList {
  readonly short: ReadonlyMap<string, OptionKind>;
  readonly long: ReadonlyMap<string, OptionKind>;
  /** `-5` is an option. */
  readonly hasNumbers: boolean;
}

/**
 * Written as words: `abc` three short flags, `d=` a short option with a value, `f<` one whose value is a file that is read; the same with
 * `--all`, `--width=`, `--file<`, `--color?` (the value may be missing); `-#` allows numbers as options.
 */
export function optionList(text: string): OptionList {
  const short = new Map<string, OptionKind>();
  const long = new Map<string, OptionKind>();
  const words = text.split(' ').filter((word) => word !== '');
  for (const word of words) {
    if (word === '-#') continue;
    const kind = kinds.get(word.at(-1) ?? '') ?? 'flag';
    const name = kind === 'flag' ? word : word.slice(0, -1);
    if (name.startsWith('--')) long.set(name.slice(2), kind);
    else for (const letter of name) short.set(letter, kind);
  }
  return { short, long, hasNumbers: words.includes('-#') };
}

const kinds: ReadonlyMap<string, OptionKind> = new Map([
  ['=', 'value'],
  ['<', 'file'],
  ['?', 'optional'],
]);

export interface ReadOptions {
  /** Each option that was given with its value, `-e` and `--long`; in order. */
  readonly given: readonly { readonly name: string; readonly value: ShellWord | null }[];
  readonly operands: readonly ShellWord[];
  /** Values that are files to read. */
  readonly files: readonly ShellWord[];
}

interface OpenRead {
  readonly given: { name: string; value: ShellWord | null }[];
  readonly operands: ShellWord[];
  readonly files: ShellWord[];
}

/** The words after the name of a program; null where one is an option that is not listed, or could be one. */
export function readOptions(list: OptionList, words: readonly ShellWord[]): ReadOptions | null {
  const read: OpenRead = { given: [], operands: [], files: [] };
  for (let at = 0; at < words.length; at++) {
    const end = takeOptions(list, read, { words, at });
    if (end === null) return null;
    at = end.isLast ? words.length : end.next;
    for (let index = end.next; index <= at; index++) {
      const operand = words[index];
      if (operand?.kind === 'open') return null;
      if (operand !== undefined) read.operands.push(operand);
    }
  }
  return read;
}

export interface LeadingOptions extends Pick<ReadOptions, 'given' | 'files'> {
  /** Where the first operand stands. */
  readonly next: number;
}

/** The options before the first operand, from `at` on; null where one is not listed. */
export function leadingOptions(list: OptionList, words: readonly ShellWord[], at: number): LeadingOptions | null {
  const read: OpenRead = { given: [], operands: [], files: [] };
  const end = takeOptions(list, read, { words, at });
  return end === null ? null : { ...read, next: end.next };
}

interface OptionsEnd {
  readonly next: number;
  /** Behind `--` all words are operands. */
  readonly isLast: boolean;
}

/** Reads options up to the first operand, or past `--`. */
function takeOptions(
  list: OptionList,
  read: OpenRead,
  { words, at: from }: { readonly words: readonly ShellWord[]; readonly at: number },
): OptionsEnd | null {
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (!word.value.startsWith('-') || word.value === '-') return { next: at, isLast: false };
    if (word.kind !== 'plain') return null;
    if (word.value === '--') return { next: at + 1, isLast: true };
    const taken = readOption(list, read, { word, next: words[at + 1] });
    if (taken === null) return null;
    at += 1 + taken;
  }
  return { next: at, isLast: true };
}

interface Place {
  readonly word: ShellWord;
  readonly next: ShellWord | undefined;
}

/** How many words it takes besides its own; null where it is not listed. */
function readOption(list: OptionList, read: OpenRead, place: Place): number | null {
  const { value } = place.word;
  if (value.startsWith('--')) return readLong(list, read, place);
  return list.hasNumbers && /^-\d+$/.test(value) ? 0 : readShort(list, read, place);
}

function readLong({ long }: OptionList, read: OpenRead, { word, next }: Place): number | null {
  const equals = word.value.indexOf('=');
  const name = equals < 0 ? word.value.slice(2) : word.value.slice(2, equals);
  const kind = long.get(name);
  if (kind === undefined || (kind === 'flag' && equals >= 0)) return null;
  if (kind === 'flag' || (kind === 'optional' && equals < 0)) {
    read.given.push({ name: `--${name}`, value: null });
    return 0;
  }
  const value = equals < 0 ? next : { ...word, value: word.value.slice(equals + 1) };
  return giveValue(read, { name: `--${name}`, kind, value }) ? Number(equals < 0) : null;
}

function readShort({ short }: OptionList, read: OpenRead, { word, next }: Place): number | null {
  for (let at = 1; at < word.value.length; at++) {
    const letter = word.value[at] ?? '';
    const kind = short.get(letter);
    if (kind === undefined) return null;
    if (kind === 'flag') {
      read.given.push({ name: `-${letter}`, value: null });
      continue;
    }
    const rest = word.value.slice(at + 1);
    if (kind === 'optional') {
      read.given.push({ name: `-${letter}`, value: { ...word, value: rest } });
      return 0;
    }
    const value = rest === '' ? next : { ...word, value: rest };
    return giveValue(read, { name: `-${letter}`, kind, value }) ? Number(rest === '') : null;
  }
  return 0;
}

function giveValue(
  read: OpenRead,
  { name, kind, value }: { readonly name: string; readonly kind: OptionKind; readonly value: ShellWord | undefined },
): boolean {
  if (value === undefined || value.kind !== 'plain') return false;
  read.given.push({ name, value });
  if (kind === 'file') read.files.push(value);
  return true;
}
