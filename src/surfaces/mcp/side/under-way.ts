// The requests that are under way, so that an end can wait for theirs.

export interface UnderWay {
  /** Answers what it was given. */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when none is under way. */
  whenIdle(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const underWay = new Set<Promise<unknown>>();
  return {
    track(work) {
      const forget = () => {
        underWay.delete(work);
      };
      underWay.add(work);
      work.then(forget, forget);
      return work;
    },
    async whenIdle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
