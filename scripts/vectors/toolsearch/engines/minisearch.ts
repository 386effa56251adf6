// minisearch 7.2.0.
import MiniSearch from 'minisearch';
import { fieldBoosts, textFields, textsOf, type SearchEngine } from './search-engine.ts';
import { wordsOf } from './words-of.ts';

export const minisearch: SearchEngine = {
  name: 'minisearch 7.2.0',
  settings: 'identifiers cut, stop words, Porter stems, boosted fields',
  build(lines) {
    const index = new MiniSearch({
      fields: [...textFields],
      tokenize: (text) => [...wordsOf(text)],
      processTerm: (term) => term,
      searchOptions: { boost: fieldBoosts },
    });
    // Numbers and not the ids of the set, which need not differ from each other in every engine.
    index.addAll(lines.map((line, at) => ({ ...textsOf(line), id: at })));
    return (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => lines[Number(id)]?.id ?? '');
  },
};
