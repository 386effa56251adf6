// What of wink-bm25-text-search is used here: it brings no types.
declare module 'wink-bm25-text-search' {
  interface WinkEngine {
    defineConfig(config: { readonly fldWeights: Readonly<Record<string, number>> }): void;
    definePrepTasks(tasks: readonly ((text: string) => readonly string[])[]): void;
    addDoc(document: Readonly<Record<string, string>>, id: number): void;
    consolidate(): void;
    search(query: string, limit: number): readonly (readonly [id: string, score: number])[];
  }
  const createEngine: () => WinkEngine;
  export = createEngine;
}
