// Which documents hold a term and how much it counts there, packed into typed arrays: a query reads a few short runs of them.

/** Terms of one kind (stems, words or grams) over a numbered set of documents. Fixed once built, but for what is removed. */
export interface Postings {
  /** The documents that hold the term: a range of `documents` and `weights`; null where none does. */
  rangeOf(term: string): Range | null;
  readonly documents: Uint32Array;
  readonly weights: Float32Array;
  holds(term: string, document: number): boolean;
  /** How many documents that are still there hold the term. */
  frequency(term: string): number;
  /** One that held these terms, each once, is gone. */
  forget(terms: Iterable<string>): void;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Saturation of BM25: the second mention of a word counts less than the first. */
const saturation = 1;

/** `weigh` gives, for each document, what each of its terms adds up to over the fields, before saturation. */
export function buildPostings(documents: readonly ReadonlyMap<string, number>[]): Postings {
  const numbers = new Map<string, number>();
  const lengths: number[] = [];
  let total = 0;
  for (const terms of documents) {
    total += terms.size;
    for (const term of terms.keys()) {
      const number = numbers.get(term);
      if (number === undefined) numbers.set(term, lengths.push(1) - 1);
      else lengths[number] = (lengths[number] ?? 0) + 1;
    }
  }
  const offsets = offsetsOf(lengths);
  const { held, weights } = fill(documents, numbers, { offsets, total });
  const live = Uint32Array.from(lengths);
  const rangeOf = (term: string) => {
    const number = numbers.get(term);
    return number === undefined ? null : { from: offsets[number] ?? 0, to: offsets[number + 1] ?? 0 };
  };
  return {
    documents: held,
    weights,
    rangeOf,
    holds(term, document) {
      const range = rangeOf(term);
      return range !== null && held.subarray(range.from, range.to).includes(document);
    },
    frequency(term) {
      const number = numbers.get(term);
      return number === undefined ? 0 : (live[number] ?? 0);
    },
    forget(terms) {
      for (const term of terms) {
        const number = numbers.get(term);
        if (number !== undefined) live[number] = Math.max(0, (live[number] ?? 0) - 1);
      }
    },
  };
}

function offsetsOf(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, number) => {
    offsets[number + 1] = (offsets[number] ?? 0) + length;
  });
  return offsets;
}

function fill(
  documents: readonly ReadonlyMap<string, number>[],
  numbers: ReadonlyMap<string, number>,
  { offsets, total }: { readonly offsets: Uint32Array; readonly total: number },
) {
  const held = new Uint32Array(total);
  const weights = new Float32Array(total);
  const next = offsets.slice();
  documents.forEach((terms, document) => {
    for (const [term, weight] of terms) {
      const number = numbers.get(term) ?? 0;
      const at = next[number] ?? 0;
      next[number] = at + 1;
      held[at] = document;
      weights[at] = (weight * (saturation + 1)) / (saturation + weight);
    }
  });
  return { held, weights };
}
