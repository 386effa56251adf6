// What a benchmark reports: each figure stands beside a baseline that was measured in the same run, taking turns with it.
import type { Spread } from './spread.ts';

export type Target = RatioTarget | ValueTarget;

export interface RatioTarget {
  readonly of: 'p50' | 'p99';
  /** The ratio that must not be exceeded. */
  readonly atMost: number;
}

/** For what is promised whatever stands beside it. */
export interface ValueTarget {
  readonly of: 'p50' | 'p99';
  /** What ours must not exceed, in the unit of the figure. */
  readonly within: number;
}

/** Of what is no time, p50 and p99 are of values of this unit. */
export type Unit = 'microseconds' | 'bytes' | 'tokens';

export interface Figure {
  /** What was measured. */
  readonly what: string;
  /** What it stands beside. */
  readonly baseline: string;
  readonly ours: Spread;
  readonly theirs: Spread;
  /** Microseconds unless another is named. */
  readonly unit?: Unit;
  readonly targets: readonly Target[];
}

export interface BenchResult {
  readonly name: string;
  /** One sentence: what is compared with what. */
  readonly about: string;
  readonly figures: readonly Figure[];
  /** What was checked besides the time: the work was done, and it was the same work. */
  readonly checks: readonly Check[];
}

export interface Check {
  readonly what: string;
  readonly holds: boolean;
}

/** What a benchmark may be given to work on. */
export interface BenchGiven {
  /** A folder with sets of tools and queries; null where none was named. */
  readonly tools: string | null;
}

export type Bench = (given: BenchGiven) => Promise<BenchResult>;

export function ratio({ ours, theirs }: Figure, of: Target['of']): number {
  return ours[of] / theirs[of];
}
