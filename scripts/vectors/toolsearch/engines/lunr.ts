// lunr 2.3.9.
import lunr from 'lunr';
import { allWords } from '../../../../src/kernel/search/query/words.ts';
import { fieldBoosts, textFields, textsOf, type SearchEngine } from './search-engine.ts';

export const lunrSearch: SearchEngine = {
  name: 'lunr 2.3.9',
  settings: 'identifiers cut, its own stop words and stems, boosted fields',
  build(lines) {
    const index = lunr((builder) => {
      builder.ref('at');
      for (const field of textFields) builder.field(field, { boost: fieldBoosts[field] });
      lines.forEach((line, at) => {
        const texts = textsOf(line);
        builder.add({ at, ...Object.fromEntries(textFields.map((field) => [field, split(texts[field])])) });
      });
    });
    return (query, limit) => {
      // Terms one by one: its language of queries would take a colon or a minus of a request for an instruction.
      const found = index.query((asked) => {
        for (const term of new Set(allWords(query))) asked.term(term, {});
      });
      return found.slice(0, limit).map(({ ref }) => lines[Number(ref)]?.id ?? '');
    };
  },
};

function split(text: string): string {
  return allWords(text).join(' ');
}
