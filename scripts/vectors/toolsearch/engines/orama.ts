// @orama/orama 3.1.18.
import { create, insert, search } from '@orama/orama';
import { allWords } from '../../../../src/kernel/search/query/words.ts';
import { fieldBoosts, textFields, textsOf, type SearchEngine } from './search-engine.ts';

export const orama: SearchEngine = {
  name: '@orama/orama 3.1.18',
  settings: 'identifiers cut, its own stems, boosted fields',
  build(lines) {
    const index = create({
      schema: {
        name: 'string',
        description: 'string',
        argumentNames: 'string',
        argumentTexts: 'string',
        source: 'string',
        about: 'string',
      },
      components: { tokenizer: { language: 'english', stemming: true } },
    });
    lines.forEach((line, at) => {
      const texts = textsOf(line);
      void insert(index, {
        id: String(at),
        ...Object.fromEntries(textFields.map((field) => [field, split(texts[field])])),
      });
    });
    return (query, limit) => {
      const found = search(index, { term: split(query), limit, boost: fieldBoosts });
      // Without hooks it answers at once.
      if (found instanceof Promise) throw new TypeError('Orama has answered with a promise.');
      return found.hits.map(({ id }) => lines[Number(id)]?.id ?? '');
    };
  },
};

function split(text: string): string {
  return allWords(text).join(' ');
}
