// What a benchmark reports: each figure stands beside a baseline that was measured in the same run, taking turns with it.
import type { Spread } from './spread.ts';

export interface Target {
  readonly of: 'p50' | 'p99';
  /** The ratio that must not be exceeded. */
  readonly atMost: number;
}

export interface Figure {
  /** What was measured. */
  readonly what: string;
  /** What it stands beside. */
  readonly baseline: string;
  readonly ours: Spread;
  readonly theirs: Spread;
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

export type Bench = () => Promise<BenchResult>;

export function ratio({ ours, theirs }: Figure, of: Target['of']): number {
  return ours[of] / theirs[of];
}
