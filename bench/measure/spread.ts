// What a series of measurements comes to.

/** In the unit of the figure, microseconds mostly. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly mean: number;
  readonly samples: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  return { p50: at(0.5), p99: at(0.99), mean, samples: sorted.length };
}
