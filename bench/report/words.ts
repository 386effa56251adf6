// Puts figures into words, the same for a table of people and one of Markdown.
import { ratio, type Figure, type Target, type Unit } from '../measure/figure.ts';

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
  const { what, baseline, ours, theirs, targets, unit = 'microseconds' } = figure;
  return [
    what,
    baseline,
    valueText(ours.p50, unit),
    valueText(ours.p99, unit),
    valueText(theirs.p50, unit),
    valueText(theirs.p99, unit),
    ratioText(ratio(figure, 'p50')),
    ratioText(ratio(figure, 'p99')),
    targets.map((target) => targetText(figure, target)).join(', '),
  ];
}

function targetText(figure: Figure, target: Target): string {
  const { of } = target;
  const [most, isMet] =
    'atMost' in target
      ? [String(target.atMost), ratio(figure, of) <= target.atMost]
      : [valueText(target.within, figure.unit ?? 'microseconds'), figure.ours[of] <= target.within];
  return `${of} ≤ ${most} ${isMet ? 'met' : 'missed'}`;
}

function valueText(value: number, unit: Unit): string {
  switch (unit) {
    case 'microseconds':
      return timeText(value);
    case 'bytes':
      return `${(value / 1_000_000).toFixed(1)} MB`;
    case 'tokens':
      return `${Math.round(value).toLocaleString('en')} tokens`;
  }
}

function timeText(microseconds: number): string {
  if (microseconds >= 1_000_000) return `${(microseconds / 1_000_000).toFixed(2)} s`;
  if (microseconds >= 1_000) return `${(microseconds / 1_000).toFixed(1)} ms`;
  if (microseconds >= 1) return `${microseconds.toFixed(1)} µs`;
  return `${(microseconds * 1_000).toFixed(0)} ns`;
}

function ratioText(value: number): string {
  return value < 0.1 ? value.toFixed(4) : value.toFixed(2);
}
