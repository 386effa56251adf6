// The words of a text for engines that leave reading to their user: identifiers cut, stop words left out, Porter's stems.
import { contentWords, stemOf } from '../../../../src/kernel/search/query/words.ts';

export function wordsOf(text: string): readonly string[] {
  return contentWords(text).map(stemOf);
}

/** Each word once. */
export function termsOf(text: string): readonly string[] {
  return [...new Set(wordsOf(text))];
}
