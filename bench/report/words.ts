// Puts figures into words, the same for a table of people and one of Markdown.
import { ratio, type Figure, type Target } from '../measure/figure.ts';

export const headers = [
  'WHAT',
  'BESIDE',
  'OURS P50',
  'P99',
  'BASELINE P50',
  'P99',
  'RATIO P50',
  'P99',
  'TARGET',
] as const;

export function rowOf(figure: Figure): readonly string[] {
  const { what, baseline, ours, theirs, targets } = figure;
  return [
    what,
    baseline,
    timeText(ours.p50),
    timeText(ours.p99),
    timeText(theirs.p50),
    timeText(theirs.p99),
    ratioText(ratio(figure, 'p50')),
    ratioText(ratio(figure, 'p99')),
    targets.map((target) => targetText(figure, target)).join(', '),
  ];
}

function targetText(figure: Figure, { of, atMost }: Target): string {
  return `${of} ≤ ${atMost} ${ratio(figure, of) <= atMost ? 'met' : 'missed'}`;
}

function timeText(microseconds: number): string {
  if (microseconds >= 1_000) return `${(microseconds / 1_000).toFixed(1)} ms`;
  if (microseconds >= 1) return `${microseconds.toFixed(1)} µs`;
  return `${(microseconds * 1_000).toFixed(0)} ns`;
}

function ratioText(value: number): string {
  return value < 0.1 ? value.toFixed(4) : value.toFixed(2);
}
