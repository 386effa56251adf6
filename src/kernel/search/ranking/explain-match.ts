// Which words of a request a tool holds: itself, through a word that means nearly the same, or by one that is spelled alike.
import type { QueryTerms } from '../query/read-query.ts';
import { gramsOf, stemOf } from '../query/words.ts';
import { leastShare } from './score-terms.ts';
import type { Slots } from './slots.ts';

export interface Match {
  /** Words of the request that the tool holds, in any form. */
  readonly holds: readonly string[];
  /** Words of the request, each with the stem that the tool holds instead. */
  readonly near: readonly { readonly asked: string; readonly held: string }[];
  /** Words that no tool holds, and this one has one that is spelled alike. */
  readonly alike: readonly string[];
}

export function explainMatch({ words }: QueryTerms, slot: number, slots: Slots): Match {
  const asked = new Map([...words.keys()].map((word) => [stemOf(word), word]));
  const holds: string[] = [];
  const near: { asked: string; held: string }[] = [];
  const alike: string[] = [];
  for (const [stem, word] of asked) {
    const other = slots.nearTerms(stem).find((term) => slots.holds(slot, 'stems', term.stem));
    if (slots.holds(slot, 'stems', stem)) holds.push(word);
    else if (other !== undefined) near.push({ asked: word, held: other.stem });
    else if (isAlike(word, slot, slots)) alike.push(word);
  }
  return { holds, near, alike };
}

function isAlike(word: string, slot: number, slots: Slots): boolean {
  const grams = [...new Set(gramsOf(word))];
  return grams.filter((gram) => slots.holds(slot, 'grams', gram)).length >= leastShare * grams.length;
}
