// The system's clock as the port that everything else is handed.
import type { Clock } from '../contract/index.ts';

/** What a timer of Node can hold; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Waits of any length; none keeps the process alive. A wait below 0, or one that is no number, is 0. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, then) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const stepMs = Math.min(leftMs, longestTimerMs);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : then()), stepMs);
      timer.unref();
    };
    wait(ms > 0 ? ms : 0);
    return () => clearTimeout(timer);
  },
};
