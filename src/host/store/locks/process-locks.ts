// Work that only one of all processes of a home does at a time. The system gives the lock back when its holder dies, whatever of.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Home } from '../../home/open-home.ts';
import { asStoreError } from '../sqlite/database/store-errors.ts';
import { whileLocked } from '../sqlite/database/wait-for-lock.ts';

export interface ProcessLocks {
  /** Rejects with `store_locked` where others hold it for longer than `waitMs`, else as the work does. */
  alone<Result>(name: string, waitMs: number, work: () => Promise<Result>): Promise<Result>;
}

export function createProcessLocks(home: Pick<Home, 'path'>): ProcessLocks {
  return {
    async alone(name, waitMs, work) {
      if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot name a lock.`);
      const file = join(home.path, 'run', `${name}.lock`);
      const db = await locked(file, waitMs);
      try {
        return await work();
      } finally {
        // Nothing was written: closing gives the lock back.
        db.close();
      }
    },
  };
}

/** An empty database: SQLite's locks hold between processes, and between connections of one, on all systems it knows. */
async function locked(file: string, waitMs: number): Promise<DatabaseSync> {
  let db: DatabaseSync | null = null;
  try {
    const opened = new DatabaseSync(file, { timeout: 0 });
    db = opened;
    await whileLocked({ file, waitMs }, () => opened.exec('begin exclusive'));
    return opened;
  } catch (cause) {
    db?.close();
    throw asStoreError(cause, file);
  }
}
