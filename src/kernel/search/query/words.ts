// The words of a text, as tools are found by: identifiers are cut at case and underscores, scripts without spaces into pairs.
import { stemmer } from 'stemmer';
import { stopWords } from './stop-words.ts';

/** Longer texts are cut: what a description says first is what it says. */
const maxChars = 8_000;

const humps = /([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const wordPattern = /[\p{L}\p{M}]+|\d+/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const ascii = /^[a-z]+$/;
/** The stem of the first is the second. */
const ownStems: ReadonlySet<string> = new Set(['news', 'aws', 'dns', 'css', 'gas', 'ios']);

/** In order, lower case, without words that say nothing. Empty when there are none. */
export function contentWords(text: string): string[] {
  return allWords(text).filter((word) => !stopWords.has(word));
}

/** In order, lower case. */
export function allWords(text: string): string[] {
  const cut = text.length > maxChars ? text.slice(0, maxChars) : text;
  const found = cut.normalize('NFKC').replaceAll(humps, '$1$2 ').toLowerCase().match(wordPattern) ?? [];
  return unspaced.test(cut) ? found.flatMap(characterPairs) : found;
}

/** A run of a script without spaces as its overlapping pairs of characters; any other word as it is. */
function characterPairs(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const characters = Array.from(word);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** Equal for the forms of an English word; any other word is its own stem. */
export function stemOf(word: string): string {
  return ascii.test(word) && !ownStems.has(word) ? stemmer(word) : word;
}

/** Four characters at a time, with the ends of the word marked. */
export function gramsOf(word: string): string[] {
  const marked = `_${word}_`;
  if (marked.length <= gramLength) return [marked];
  return Array.from({ length: marked.length - gramLength + 1 }, (_, at) => marked.slice(at, at + gramLength));
}

const gramLength = 4;

/** Neighbours in a list, as one term each. */
export function pairsOf(stems: readonly string[]): string[] {
  return stems.slice(1).map((stem, index) => `${stems[index] ?? ''} ${stem}`);
}

/** How often each stands in the list. */
export function counted(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
