// Which words of a request a tool holds, itself or through a word that means nearly the same.
import type { QueryTerms } from '../query/read-query.ts';
import { stemOf } from '../query/words.ts';
import type { Slots } from './slots.ts';

export interface Match {
  /** Words of the request that the tool holds, in any form. */
  readonly holds: readonly string[];
  /** Words of the request, each with the stem that the tool holds instead. */
  readonly near: readonly { readonly asked: string; readonly held: string }[];
}

export function explainMatch({ words }: QueryTerms, slot: number, slots: Slots): Match {
  const asked = new Map([...words.keys()].map((word) => [stemOf(word), word]));
  const holds: string[] = [];
  const near: { asked: string; held: string }[] = [];
  for (const [stem, word] of asked) {
    if (slots.holds(slot, stem)) {
      holds.push(word);
      continue;
    }
    const other = slots.scoring.nearTerms(stem).find((term) => slots.holds(slot, term.stem));
    if (other !== undefined) near.push({ asked: word, held: other.stem });
  }
  return { holds, near };
}
