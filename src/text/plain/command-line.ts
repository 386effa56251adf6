// Words as a command line of the POSIX shell that stands for exactly these words: what people are shown, rules match and guards read.
import { pointerGet } from '../json/pointer.ts';
import type { JsonValue } from '../json/json-value.ts';

/** A program of this name would be read as syntax. */
const reserved = new Set(
  'if then elif else fi do done case esac while until for select function in time coproc'.split(' '),
);

/** One word that stands for exactly this text. */
export function quoteWord(text: string): string {
  return /^[\w./,:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function commandLine([program = '', ...args]: readonly string[]): string {
  return [reserved.has(program) ? `'${program}'` : quoteWord(program), ...args.map(quoteWord)].join(' ');
}

/**
 * Fixed words, and those that stand at pointers into the arguments: a list gives a word for each item, what is absent or null none. Null
 * where something that stands there is no text.
 */
export function lineWords(
  words: readonly (string | { readonly pointer: string })[],
  args: JsonValue,
): readonly string[] | null {
  const found = words.flatMap((word): readonly unknown[] => {
    if (typeof word === 'string') return [word];
    const value = pointerGet(args, word.pointer) ?? null;
    if (value === null) return [];
    return Array.isArray(value) ? value : [value];
  });
  return found.every((word) => typeof word === 'string') ? found : null;
}
