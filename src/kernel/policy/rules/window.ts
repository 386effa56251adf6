// Daily hours of a rule: read from text to minutes of the day, start inclusive, end exclusive.
import type { RuleWindow } from '../../../contract/index.ts';

export interface WindowMinutes {
  readonly from: number;
  /** Up to 1440; below `from` the window crosses midnight. */
  readonly to: number;
}

const minutesOfDay = 24 * 60;
const timePattern = /^(\d\d):([0-5]\d)$/;

/** Minutes since midnight of `HH:MM`; null where it is none. `24:00` is one only as the end of a window. */
export function readTime(text: string, isEnd: boolean): number | null {
  const match = timePattern.exec(text);
  if (match === null) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return minutes < minutesOfDay || (isEnd && minutes === minutesOfDay) ? minutes : null;
}

/** Null where the times cannot be read, or mean nothing since they are equal. */
export function windowMinutes(window: RuleWindow): WindowMinutes | null {
  const from = readTime(window.from, false);
  const to = readTime(window.to, true);
  return from === null || to === null || from === to ? null : { from, to };
}

export function isWithin(minute: number, { from, to }: WindowMinutes): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
