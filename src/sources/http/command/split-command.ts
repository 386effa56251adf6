// Reads the command of a line: its words, with the places where arguments go. No shell will read it, so what only a shell could do is no command.
import type { WordLine } from '../../../contract/index.ts';
import type { Value } from '../values.ts';

type Word = WordLine['words'][number];
type Part = string | { readonly pointer: string };

export interface CommandNames {
  readonly parameters: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Value>;
}

export type Split =
  | { readonly words: readonly Word[]; readonly joined: readonly string[] }
  | { readonly problem: string };

interface Reading {
  readonly text: string;
  readonly names: CommandNames;
  readonly words: Word[];
  /** Parameters that are a part of a word, and so have to be given. */
  readonly joined: string[];
  at: number;
  quote: '"' | "'" | null;
  /** Of the word that is being read; null between words. */
  parts: Part[] | null;
  /** Whether the word stands in quotes, of which a list cannot be the words. */
  isQuoted: boolean;
}

/**
 * Words are split and quoted as in a shell. `{name}` is an argument or a value of the configuration, and `{{` and `}}` are braces. A list that is
 * a word by itself gives a word for each item.
 */
export function splitCommand(text: string, names: CommandNames): Split {
  const reading: Reading = { text, names, words: [], joined: [], at: 0, quote: null, parts: null, isQuoted: false };
  while (reading.at < text.length) {
    const problem = readOne(reading);
    if (problem !== null) return { problem };
  }
  if (reading.quote !== null) return { problem: `its command has a ${reading.quote} without an end` };
  endWord(reading);
  const [first] = reading.words;
  if (first === undefined) return { problem: 'its command is empty' };
  if (typeof first !== 'string') return { problem: 'the program of its command may be no argument; write its name' };
  if (/^[A-Za-z_]\w*=/.test(first)) return needsShell(`the assignment ${JSON.stringify(first)}`);
  return { words: reading.words, joined: reading.joined };
}

const needsShell = (what: string): { readonly problem: string } => ({
  problem: `its command needs a shell (${what}), and none reads it: put it into a script, and name that`,
});

/** What means something to a shell, outside of quotes. A glob or a comment is none where it stands in a word of its own. */
const special = /[|&;<>()$`*?[\]~#\n]/;

function readOne(reading: Reading): string | null {
  const { text, quote } = reading;
  const char = text[reading.at] ?? '';
  if (char === '{' || char === '}') return readBrace(reading, char);
  reading.at += 1;
  if (quote === null) return readBare(reading, char);
  if (char === quote) reading.quote = null;
  else if (quote === '"') return readDouble(reading, char);
  else add(reading, char);
  return null;
}

function readDouble(reading: Reading, char: string): string | null {
  if (char === '$' || char === '`') return needsShell(`${char} in double quotes`).problem;
  if (char === '\\' && /["\\$`]/.test(reading.text[reading.at] ?? '')) takeNext(reading);
  else add(reading, char);
  return null;
}

function readBare(reading: Reading, char: string): string | null {
  if (char === ' ' || char === '\t') endWord(reading);
  else if (char === '"' || char === "'") {
    reading.quote = char;
    reading.isQuoted = true;
    add(reading, '');
  } else if (char === '\\') takeNext(reading);
  else if (special.test(char)) return needsShell(char === '\n' ? 'a second line' : char).problem;
  else add(reading, char);
  return null;
}

function takeNext(reading: Reading): void {
  add(reading, reading.text[reading.at] ?? '\\');
  reading.at += 1;
}

function readBrace(reading: Reading, char: string): string | null {
  const { text, at, names } = reading;
  if (text[at + 1] === char) {
    reading.at += 2;
    add(reading, char);
    return null;
  }
  const [whole, name = ''] = /^\{(\w+)\}/.exec(text.slice(at)) ?? [];
  if (whole === undefined)
    return 'its command has a brace that is no place for an argument; such a one is written twice';
  reading.at += whole.length;
  if (names.parameters.has(name)) {
    add(reading, { pointer: `/${name}` });
    return null;
  }
  const value = names.values.get(name);
  if (value?.kind === 'text') {
    add(reading, value.text);
    return null;
  }
  if (value?.kind === 'secret')
    return `its command names the secret {${name}}, and every program may see a command line: give it as a variable`;
  const why = value?.why ?? 'nothing stands for it';
  return `its command names {${name}}, and ${why}: add ${name} to args, or set it under values`;
}

function add(reading: Reading, part: Part): void {
  reading.parts ??= [];
  const last = reading.parts.at(-1);
  if (typeof part === 'string' && typeof last === 'string') reading.parts[reading.parts.length - 1] = last + part;
  else reading.parts.push(part);
}

function endWord(reading: Reading): void {
  const { parts, isQuoted } = reading;
  reading.parts = null;
  reading.isQuoted = false;
  if (parts === null) return;
  const holes = parts.filter((part) => typeof part !== 'string');
  const [only] = holes;
  // Texts beside each other are one.
  if (only === undefined) reading.words.push(...parts);
  else if (parts.length === 1 && !isQuoted) reading.words.push(only);
  else {
    reading.words.push({ parts: parts.filter((part) => part !== '') });
    reading.joined.push(...holes.map(({ pointer }) => pointer.slice(1)));
  }
}
