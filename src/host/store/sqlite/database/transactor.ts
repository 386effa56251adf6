// Runs work in a writing transaction, now or not at all. Waiting for a lock is the queue's part.
import type { DatabaseSync } from 'node:sqlite';
import { safetyOf, type Durability } from './connection.ts';

/** Told how transactions end, so that what is kept in memory never says more than the file. */
export interface CommitWatcher {
  committed(): void;
  rolledBack(): void;
}

export interface TransactionWatcher extends CommitWatcher {
  /** Throws where nothing may be written any more. */
  starting(): void;
}

export interface Transactor {
  /**
   * Commits when the work returns, undoes it when it throws. `synced` waits for the disk whatever the durability. Throws the error of
   * SQLite where the store is locked; nothing was done then.
   */
  transact<Result>(work: () => Result, synced: boolean): Result;
}

export function createTransactor(db: DatabaseSync, durability: Durability, watcher: TransactionWatcher): Transactor {
  // A read that turns into a write fails at once where somebody wrote in between (SQLITE_BUSY_SNAPSHOT): the lock is taken first.
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  const rollback = db.prepare('rollback');

  function run<Result>(work: () => Result): Result {
    watcher.starting();
    begin.run();
    let result: Result;
    try {
      result = work();
      commit.run();
    } catch (cause) {
      // An error such as a full disk may have ended the transaction already.
      if (db.isTransaction) rollback.run();
      watcher.rolledBack();
      throw cause;
    }
    watcher.committed();
    return result;
  }

  return {
    transact(work, synced) {
      if (!synced || durability === 'power') return run(work);
      db.exec('pragma synchronous = full');
      try {
        return run(work);
      } finally {
        db.exec(`pragma synchronous = ${safetyOf(durability)}`);
      }
    },
  };
}
