// The words of a command line of which some stand in arguments.
import { isList, isMap, valueTexts } from './value-text.ts';
import type { JsonValue } from '../json/json-value.ts';
import { pointerGet } from '../json/pointer.ts';

/** An argument of a call. */
interface Hole {
  readonly pointer: string;
}

/** A fixed word, an argument, or one word of texts and arguments one after the other. */
export type LineWord = string | Hole | { readonly parts: readonly (string | Hole)[] };

/**
 * Fixed words, and those that stand at pointers into the arguments: a list gives a word for each item, what is absent or null none. As a part
 * of a word it is one text. Numbers are written as they were sent. Null where something that stands there is no text.
 */
export function lineWords(words: readonly LineWord[], args: JsonValue): readonly string[] | null {
  const found: string[] = [];
  for (const word of words) {
    const texts = typeof word === 'string' ? [word] : 'parts' in word ? joined(word.parts, args) : textsAt(word, args);
    if (texts === null) return null;
    found.push(...texts);
  }
  return found;
}

function textsAt({ pointer }: Hole, args: JsonValue): readonly string[] | null {
  const value = pointerGet(args, pointer) ?? null;
  if (value === null) return [];
  return isMap(value) || (isList(value) && value.includes(null)) ? null : valueTexts(value);
}

function joined(parts: readonly (string | Hole)[], args: JsonValue): readonly string[] | null {
  let text = '';
  for (const part of parts) {
    const texts = typeof part === 'string' ? [part] : textsAt(part, args);
    if (texts === null || texts.length > 1) return null;
    text += texts[0] ?? '';
  }
  return [text];
}
