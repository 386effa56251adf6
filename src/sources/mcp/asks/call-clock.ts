// How long a call may still go on: without a word, and in all. Neither runs while a person is waited for.

export interface CallClock {
  /** Aborts when one of both is over. */
  readonly signal: AbortSignal;
  /** A word of progress: the idle time begins anew. */
  touch(): void;
  /** Stops both until what it answers is called. May be called several times; each goes on by itself. */
  pause(): () => void;
  end(): void;
}

export interface CallTimes {
  /** Without an answer or a word of progress. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export function createCallClock({ idleMs, totalMs }: CallTimes): CallClock {
  const late = new AbortController();
  let [left, since] = [totalMs, performance.now()];
  let pauses = 0;
  let isEnded = false;
  let timers: readonly NodeJS.Timeout[] = [];
  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const expire = (): void => late.abort(new Error('The call took too long.'));
  const run = (): void => {
    stop();
    if (isEnded || pauses > 0) return;
    timers = [setTimeout(expire, idleMs), setTimeout(expire, Math.max(left, 0))];
  };
  const spend = (): void => {
    const now = performance.now();
    if (pauses === 0) left -= now - since;
    since = now;
  };
  run();
  return {
    signal: late.signal,
    touch() {
      spend();
      run();
    },
    pause() {
      spend();
      pauses += 1;
      stop();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        spend();
        pauses -= 1;
        run();
      };
    },
    end() {
      isEnded = true;
      stop();
    },
  };
}
