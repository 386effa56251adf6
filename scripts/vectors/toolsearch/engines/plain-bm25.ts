// Plain BM25, our own in forty lines: all texts of a tool as one, the baseline of the tables.
import { termsOf, wordsOf } from './words-of.ts';
import { textFields, textsOf, type SearchEngine } from './search-engine.ts';

const saturation = 1.2;
const lengthShare = 0.75;

export const plainBm25: SearchEngine = {
  name: 'plain BM25',
  settings: 'k1 1.2, b 0.75, one field, identifiers cut, stop words, Porter stems',
  build(lines) {
    const documents = lines.map((line) => {
      const texts = textsOf(line);
      return wordsOf(textFields.map((field) => texts[field]).join(' '));
    });
    const usual = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
    const postings = postingsOf(documents);
    const weighed = new Map<string, readonly Weight[]>();
    for (const [term, counts] of postings) {
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
      const weights = [...counts].map(([document, count]): Weight => {
        const length = 1 - lengthShare + (lengthShare * (documents[document]?.length ?? 0)) / usual;
        return { document, weight: (rarity * count * (saturation + 1)) / (count + saturation * length) };
      });
      weighed.set(term, weights);
    }
    return (query, limit) => {
      const scores = new Map<number, number>();
      for (const term of termsOf(query))
        for (const { document, weight } of weighed.get(term) ?? [])
          scores.set(document, (scores.get(document) ?? 0) + weight);
      const best = [...scores].toSorted((left, right) => right[1] - left[1]).slice(0, limit);
      return best.map(([document]) => lines[document]?.id ?? '');
    };
  },
};

interface Weight {
  readonly document: number;
  readonly weight: number;
}

function postingsOf(documents: readonly (readonly string[])[]): ReadonlyMap<string, Map<number, number>> {
  const postings = new Map<string, Map<number, number>>();
  documents.forEach((words, document) => {
    for (const word of words) {
      const counts = postings.get(word) ?? new Map<number, number>();
      counts.set(document, (counts.get(document) ?? 0) + 1);
      postings.set(word, counts);
    }
  });
  return postings;
}
