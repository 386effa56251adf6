// A number that moves with every write to the store, whoever wrote.
import type { DatabaseSync } from 'node:sqlite';
import { integerOf } from './row.ts';
import type { CommitWatcher } from './transactor.ts';

export interface ChangeCount extends CommitWatcher {
  read(): number;
}

/** A number that moves when another connection committed, and only then (https://www.sqlite.org/pragma.html#pragma_data_version). */
export function createOthersVersion(db: DatabaseSync): () => number {
  const version = db.prepare('pragma data_version');
  return () => integerOf(version.get() ?? {}, 'data_version');
}

export function createChangeCount(db: DatabaseSync): ChangeCount {
  const readVersion = createOthersVersion(db);
  let seen = readVersion();
  let count = 0;
  return {
    committed: () => void count++,
    rolledBack: () => undefined,
    read() {
      const now = readVersion();
      if (now !== seen) count++;
      seen = now;
      return count;
    },
  };
}
