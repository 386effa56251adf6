// wink-bm25-text-search 3.1.2.
import createEngine from 'wink-bm25-text-search';
import { fieldBoosts, textFields, textsOf, type SearchEngine } from './search-engine.ts';
import { wordsOf } from './words-of.ts';

/** With fewer it refuses to work. */
const leastTools = 3;

export const wink: SearchEngine = {
  name: 'wink-bm25-text-search 3.1.2',
  settings: 'identifiers cut, stop words, Porter stems, weighted fields',
  build(lines) {
    if (lines.length < leastTools) return () => [];
    const engine = createEngine();
    engine.defineConfig({ fldWeights: fieldBoosts });
    engine.definePrepTasks([wordsOf]);
    lines.forEach((line, at) => {
      const texts = textsOf(line);
      engine.addDoc(Object.fromEntries(textFields.map((field) => [field, texts[field]])), at);
    });
    engine.consolidate();
    return (query, limit) => engine.search(query, limit).map(([id]) => lines[Number(id)]?.id ?? '');
  },
};
