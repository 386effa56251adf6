// Measures candidates in turns, so that whatever else this machine does meets all of them alike.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { spreadOf, type Spread } from './spread.ts';

export interface Turns {
  /** Rounds that count; a quarter as many go before them and do not. */
  readonly rounds: number;
  /** Calls of one candidate in a row. */
  readonly block: number;
  /** Before each block; without it the event loop turns once, as it does between calls that arrive from somewhere. */
  readonly restMs?: number;
}

type Spreads<Name extends string> = Readonly<Record<Name, Spread>>;

/** Times each call. */
export async function timeCalls<Name extends string>(
  candidates: Readonly<Record<Name, () => Promise<unknown>>>,
  { rounds, block, restMs = 0 }: Turns,
): Promise<Spreads<Name>> {
  const series = new Series(candidates);
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++) {
    for (const { times, run } of series.inTurn(round)) {
      await (restMs > 0 ? setTimeout(restMs) : setImmediate());
      for (let call = 0; call < block; call++) {
        const from = performance.now();
        await run();
        const took = performance.now() - from;
        if (round >= 0) times.push(took * 1_000);
      }
    }
  }
  return series.spreads();
}

/** For what is too short to be timed alone: a sample is the mean of a block. */
export function timeBlocks<Name extends string>(
  candidates: Readonly<Record<Name, (call: number) => unknown>>,
  { rounds, block }: Turns,
): Spreads<Name> {
  const series = new Series(candidates);
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++) {
    for (const { times, run } of series.inTurn(round)) {
      const from = performance.now();
      for (let call = 0; call < block; call++) sink.last = run(call);
      const took = performance.now() - from;
      if (round >= 0) times.push((took * 1_000) / block);
    }
  }
  return series.spreads();
}

/** Results go here, so that no engine leaves out work whose result nobody takes. */
const sink: { last: unknown } = { last: null };

interface Entry<Name, Run> {
  readonly name: Name;
  readonly run: Run;
  readonly times: number[];
}

class Series<Name extends string, Run> {
  readonly #entries: readonly Entry<Name, Run>[];

  constructor(candidates: Readonly<Record<Name, Run>>) {
    // The keys of a record are its names.
    const names = Object.keys(candidates) as Name[];
    this.#entries = names.map((name) => ({ name, run: candidates[name], times: [] }));
  }

  /** Each round another one begins: none is always measured behind the same one. */
  inTurn(round: number): readonly Entry<Name, Run>[] {
    const first = Math.abs(round) % this.#entries.length;
    return [...this.#entries.slice(first), ...this.#entries.slice(0, first)];
  }

  spreads(): Spreads<Name> {
    const entries = this.#entries.map(({ name, times }) => [name, spreadOf(times)]);
    // One spread for each name that was given.
    return Object.fromEntries(entries) as Spreads<Name>;
  }
}
