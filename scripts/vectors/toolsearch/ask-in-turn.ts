// Asks several engines the same queries of a set, one after the other for each query, so that whatever else the machine does meets all alike.
import type { Finder, SearchEngine } from './engines/search-engine.ts';
import { meanOf, qualityOf, type Quality } from './recall.ts';
import type { SearchQuery, ToolLine } from './read-sets.ts';

/** Some of the packages take a minute for a large set; with these limits all of them together do. */
const mostAsked = 200;
const longestMs = 15_000;
const longMs = 10;
const answerLength = 10;

export interface EngineScore {
  readonly engine: string;
  readonly settings: string;
  readonly quality: Quality;
  /** Fewer than were to be asked where its time was up. */
  readonly asked: number;
  readonly buildMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
}

export interface BuiltEngine extends SearchEngine {
  readonly buildMs: number;
  readonly find: Finder;
}

export function builtOver(tools: readonly ToolLine[]): (engine: SearchEngine) => BuiltEngine {
  return (engine) => {
    const from = performance.now();
    const find = engine.build(tools);
    return { ...engine, find, buildMs: performance.now() - from };
  };
}

export function askAll({ find }: BuiltEngine, queries: readonly SearchQuery[]): Quality {
  return meanOf(queries.map((query) => qualityOf(query, find(query.text, answerLength))));
}

/** Spread evenly over the set, which may be in the order of its sources. */
export function sampleOf(queries: readonly SearchQuery[]): readonly SearchQuery[] {
  if (queries.length <= mostAsked) return queries;
  return Array.from({ length: mostAsked }, (_, at) => queries[Math.floor((at * queries.length) / mostAsked)]).filter(
    (query) => query !== undefined,
  );
}

export function askInTurn(engines: readonly BuiltEngine[], queries: readonly SearchQuery[]): readonly EngineScore[] {
  const runs = engines.map((engine) => ({ engine, times: [] as number[], qualities: [] as Quality[], spent: 0 }));
  for (const query of queries) {
    for (const run of runs) {
      if (run.spent > longestMs) continue;
      const { found, times } = askRepeatedly(run.engine.find, query.text);
      run.spent += times.reduce((sum, each) => sum + each, 0);
      run.times.push(Math.min(...times));
      run.qualities.push(qualityOf(query, found));
    }
  }
  return runs.map(({ engine, times, qualities }) => {
    const sorted = times.toSorted((left, right) => left - right);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const { name, settings, buildMs } = engine;
    const meanMs = times.reduce((sum, each) => sum + each, 0) / times.length;
    const timed = { asked: times.length, buildMs, p50Ms: at(0.5), p99Ms: at(0.99), meanMs };
    return { engine: name, settings, quality: meanOf(qualities), ...timed };
  });
}

/** The best time of three is of the engine and not of what else the machine did just then. What takes long is asked once. */
function askRepeatedly(find: Finder, text: string) {
  const times: number[] = [];
  for (;;) {
    const from = performance.now();
    const found = find(text, answerLength);
    const took = performance.now() - from;
    times.push(took);
    if (times.length === 3 || took > longMs) return { found, times };
  }
}
