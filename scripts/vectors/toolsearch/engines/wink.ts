// wink-bm25-text-search 3.1.2.
import { createRequire } from 'node:module';
import { fieldBoosts, textFields, textsOf, type SearchEngine } from './search-engine.ts';
import { wordsOf } from './words-of.ts';

/** As much as is used here: it brings no types. */
interface WinkEngine {
  defineConfig(config: { readonly fldWeights: Readonly<Record<string, number>> }): void;
  definePrepTasks(tasks: readonly ((text: string) => readonly string[])[]): void;
  addDoc(document: Readonly<Record<string, string>>, id: number): void;
  consolidate(): void;
  search(query: string, limit: number): readonly (readonly [id: string, score: number])[];
}

const createEngine: () => WinkEngine = createRequire(import.meta.url)('wink-bm25-text-search');

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
