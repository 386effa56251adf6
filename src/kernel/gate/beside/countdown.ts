// The time of a call: it runs out once, and stands still while a person is waited for.
import type { Clock } from '../../../contract/index.ts';

export interface Countdown {
  /** May be called several times; it goes on when all that it answered were called. */
  pause(): () => void;
  end(): void;
}

export function createCountdown(clock: Clock, ms: number, over: () => void): Countdown {
  let left = ms;
  let pauses = 0;
  let since = clock.now();
  let cancel = clock.after(ms, over);
  let isEnded = false;
  return {
    pause() {
      if (pauses === 0) {
        left -= clock.now() - since;
        cancel();
      }
      pauses += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        pauses -= 1;
        if (pauses > 0 || isEnded) return;
        since = clock.now();
        cancel = clock.after(Math.max(left, 0), over);
      };
    },
    end() {
      isEnded = true;
      cancel();
    },
  };
}
