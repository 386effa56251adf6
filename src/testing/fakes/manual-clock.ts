// A clock that stands still until a test moves it. Waits are over when the time they ask for has been moved past.
import type { Clock } from '../../contract/index.ts';

export interface ManualClock extends Clock {
  /** Moves the time forward and calls what was waiting for it, earliest first. */
  advance(ms: number): void;
}

interface Wait {
  readonly at: number;
  readonly call: () => void;
}

/** Starts at the given time, in milliseconds since the epoch. */
export function createManualClock(start: number): ManualClock {
  let now = start;
  let waits: readonly Wait[] = [];
  return {
    now: () => now,
    after(ms, then) {
      const wait: Wait = { at: now + ms, call: then };
      waits = [...waits, wait];
      return () => {
        waits = waits.filter((item) => item !== wait);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (let next = earliest(waits, end); next !== undefined; next = earliest(waits, end)) {
        const due = next;
        waits = waits.filter((item) => item !== due);
        now = due.at;
        due.call();
      }
      now = end;
    },
  };
}

function earliest(waits: readonly Wait[], end: number): Wait | undefined {
  return waits.filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at)[0];
}
