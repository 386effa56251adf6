// Time as a port: the deciding side is handed the time and never looks at a clock.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `then` once after so many milliseconds; the answer cancels it. Must not keep the process alive. */
  after(ms: number, then: () => void): () => void;
}
