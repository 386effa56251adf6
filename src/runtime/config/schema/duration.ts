// Durations as people write them: a whole number and one unit.

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What a duration looks like, for the published schema too. */
export const durationPattern = /^(\d{1,9})(ms|s|m|h|d)$/;

/** Milliseconds of `500ms`, `30s`, `15m`, `24h`, `7d`; null for anything else. */
export function readDuration(text: string): number | null {
  const [, count, unit = ''] = durationPattern.exec(text) ?? [];
  const factor = unitMs[unit];
  return count === undefined || factor === undefined ? null : Number(count) * factor;
}
