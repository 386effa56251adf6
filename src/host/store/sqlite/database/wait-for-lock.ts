// Waits for a lock of another process without blocking the event loop: SQLite itself waits a few milliseconds, the rest is waited here.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isLocked, lockedError } from './store-errors.ts';

export interface LockWait {
  readonly file: string;
  /** How long to try before `store_locked`. */
  readonly waitMs: number;
}

/** A writing transaction lasts tens of microseconds: the first tries follow at once. */
const promptTries = 4;
const longestPauseMs = 25;

/** Runs the work again while the store is locked. Throws `store_locked` when the time is over, any other error at once. */
export async function whileLocked<Result>(wait: LockWait, work: () => Result): Promise<Result> {
  let until: number | null = null;
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      until ??= performance.now() + wait.waitMs;
      if (performance.now() >= until) throw lockedError(wait.file, cause);
    }
    await lockPause(tries);
  }
}

/** Random, so that two processes that collided do not collide again. */
export function lockPause(tries: number): Promise<unknown> {
  if (tries <= promptTries) return setImmediate();
  return setTimeout(1 + Math.random() * Math.min(longestPauseMs, 2 ** (tries - promptTries)));
}
