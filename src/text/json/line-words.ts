// The words of a command line of which some stand in arguments.
import type { JsonValue } from './json-value.ts';
import { pointerGet } from './pointer.ts';

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
