// Durations as Go writes them, for a setting that counts in seconds.

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
const mostSeconds = 3_600;

/** Whole seconds from 1s to 1h, rounded up; null for 0, which sets none. */
export function sourceTimeout(text: string): string | null {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  const ms = parts.reduce((total, [, count = '0', unit = '']) => total + Number(count) * (unitMs[unit] ?? 0), 0);
  return ms === 0 ? null : `${Math.min(mostSeconds, Math.max(1, Math.ceil(ms / 1_000)))}s`;
}
