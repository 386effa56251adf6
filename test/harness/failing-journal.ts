// A journal that fails on demand: for tests of what becomes of a call when the store is away.
import { CapabilityError, type Journal } from '../../src/contract/index.ts';

type Operation = Exclude<keyof Journal, 'lease'>;

export interface FailingJournal {
  readonly wrap: (journal: Journal) => Journal;
  /** From now on these operations reject as a store does that is away, and write nothing. */
  fail(...operations: readonly Operation[]): void;
  /** Nothing fails any more. */
  heal(): void;
  /** Operations that were asked for and failed. */
  readonly failed: readonly Operation[];
}

export function createFailingJournal(): FailingJournal {
  let failing: readonly Operation[] = [];
  const failed: Operation[] = [];
  return {
    wrap: (journal) =>
      new Proxy(journal, {
        get(target, name) {
          const operation = failing.find((item) => item === name);
          if (operation === undefined) return Reflect.get(target, name);
          return () => {
            failed.push(operation);
            return Promise.reject(new CapabilityError('store_unavailable', 'The disk is full.'));
          };
        },
      }),
    fail(...operations) {
      failing = operations;
    },
    heal() {
      failing = [];
    },
    failed,
  };
}
