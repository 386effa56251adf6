// Engines built over a catalogue, with the time that took and the memory that each holds.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { builtOver, type BuiltEngine } from '../../scripts/vectors/toolsearch/ask-in-turn.ts';
import type { SearchEngine } from '../../scripts/vectors/toolsearch/engines/search-engine.ts';
import type { ToolLine } from '../../scripts/vectors/toolsearch/read-sets.ts';
import { spreadOf, type Spread } from '../measure/spread.ts';

export interface Built {
  readonly engine: BuiltEngine;
  readonly build: Spread;
  /** Of the heap and of buffers beside it, without the descriptions themselves; what a library keeps elsewhere is not seen. */
  readonly heap: Spread;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Builds it as often as asked and keeps the last; the best time is of the engine, not of what else the machine did. */
export function buildTimes(toBuild: SearchEngine, tools: readonly ToolLine[], times: number): Built {
  const build = () => builtOver(tools)(toBuild);
  const before = used();
  let engine = build();
  // Before any other is built: afterwards this one would be garbage that the next one is set against.
  const heap = spreadOf([used() - before]);
  let best = engine.buildMs;
  for (let round = 1; round < times; round++) {
    engine = build();
    best = Math.min(best, engine.buildMs);
  }
  return { engine, build: spreadOf([best * 1_000]), heap };
}

function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
