// The end of something that was opened step by step: what was opened last ends first, each step once, and a step that fails does not spare the rest.

export interface Ending {
  /** Adds a step before those that are there. */
  first(step: () => void | Promise<void>): void;
  /** Runs the steps; the same end for whoever asks again. Rejects with the first fault when all have run. */
  readonly run: () => Promise<void>;
}

export function createEnding(): Ending {
  const steps: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  return {
    first: (step) => void steps.unshift(step),
    run() {
      running ??= runAll(steps);
      return running;
    },
  };
}

async function runAll(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
