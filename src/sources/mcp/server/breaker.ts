// Leaves a server alone for a while after so many failures in a row, so that a model does not try it over and over.
import { leaveAloneMs, mostStrikes } from '../spec/call-limits.ts';

export interface Breaker {
  /** How long it is left alone yet, in whole seconds; 0 where it may be tried. */
  secondsLeft(): number;
  failed(): void;
  worked(): void;
}

export function createBreaker(now: () => number): Breaker {
  let strikes = 0;
  let until = 0;
  return {
    secondsLeft: () => Math.max(0, Math.ceil((until - now()) / 1_000)),
    failed() {
      strikes += 1;
      // After the while one more failure is enough.
      if (strikes >= mostStrikes) until = now() + leaveAloneMs;
    },
    worked() {
      strikes = 0;
      until = 0;
    },
  };
}
