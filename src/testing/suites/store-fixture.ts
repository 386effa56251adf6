// What a suite of a store needs of whoever runs it, and how its cases look.
import type { Journal, Store } from '../../contract/index.ts';
import type { ManualClock } from '../fakes/manual-clock.ts';

/** One runtime on the store. */
export interface RuntimeOnStore {
  readonly journal: Journal;
  readonly store: Store;
}

export interface StoreFixture extends RuntimeOnStore {
  readonly clock: ManualClock;
  /**
   * Opens the same store once more, as another process would: by the same clock, for the workspace `/workspace` unless another is named.
   * Null where the store lives in one connection.
   */
  readonly another: ((workspace?: string) => Promise<RuntimeOnStore>) | null;
}

/**
 * One promise of a port. Run each with a new, empty store whose runtime serves `/workspace`; an `isShared` case only where the store can
 * be opened twice. Throws AssertionError where the promise is broken.
 */
export interface StoreCase {
  readonly name: string;
  readonly isShared: boolean;
  run(fixture: StoreFixture): Promise<void>;
}

export function storeCase(name: string, run: (fixture: StoreFixture) => Promise<void>): StoreCase {
  return { name, isShared: false, run };
}

/** A case about two runtimes on one store. */
export function sharedCase(
  name: string,
  run: (fixture: StoreFixture, other: RuntimeOnStore) => Promise<void>,
): StoreCase {
  return {
    name,
    isShared: true,
    async run(fixture) {
      if (fixture.another === null) throw new TypeError('This case needs a store that can be opened twice.');
      await run(fixture, await fixture.another());
    },
  };
}
