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

/** Builds it as often as asked; the last one is kept. The first, which meets cold code, counts where it is the only one. */
export function buildTimes(toBuild: SearchEngine, tools: readonly ToolLine[], times: number): Built {
  const took: number[] = [];
  for (;;) {
    const before = used();
    const engine = builtOver(tools)(toBuild);
    took.push(engine.buildMs * 1_000);
    const heap = used() - before;
    if (took.length < times) continue;
    return { engine, build: spreadOf(times > 1 ? took.slice(1) : took), heap: spreadOf([heap]) };
  }
}

function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
