// A time limit on one step, told apart from every other reason to stop by a code of its own.

export interface Deadline {
  /** Aborts when the time is over or the outer signal does, whichever is first. */
  readonly signal: AbortSignal;
  /** The step is over: the time no longer counts. */
  met(): void;
}

export function startDeadline(ms: number, code: string, outer: AbortSignal): Deadline {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(Object.assign(new Error(`no end within ${ms} ms`), { code })), ms);
  return { signal: AbortSignal.any([outer, late.signal]), met: () => clearTimeout(timer) };
}
