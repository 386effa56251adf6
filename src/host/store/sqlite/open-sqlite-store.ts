// Opens the store of a home, or one in memory: the file, the keys, and the heads that lie outside of it.
import type { DatabaseSync } from 'node:sqlite';
import { unavailable } from '../../home/private-folder.ts';
import { memoryHeads, openHeadsFile, type HeadsFile } from '../audit/heads-file.ts';
import { openKeyRing, temporaryKeyRing } from '../keys/key-ring.ts';
import { assembleStore, type OpenStore, type StoreOptions } from './assemble-store.ts';
import { memoryFile, openConnection, type Durability } from './database/connection.ts';
import { readerOf } from './audit/store-reader.ts';
import { integerOf } from './database/row.ts';
import { asStoreError } from './database/store-errors.ts';

export interface SqliteStoreOptions extends StoreOptions {
  /** Absolute path; its folder becomes private. */
  readonly file: string;
  /** Folder of the keys, outside of what may write to the database. */
  readonly keysDir: string;
  /** Where signed heads are kept a second time; outside the database too. */
  readonly headsFile: string;
  readonly durability: Durability;
  /** False: a store that is not there is an error. */
  readonly create: boolean;
  /** How long to wait for other processes before `store_locked`. Default 5,000. */
  readonly lockWaitMs?: number;
}

const defaultLockWaitMs = 5_000;

/** Opens the store of a home. Throws `store_unavailable`, `store_locked` or `store_newer`, each with the file and what to do. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<OpenStore> {
  const { file, durability, create } = options;
  const lockWaitMs = options.lockWaitMs ?? defaultLockWaitMs;
  const db = await openConnection({ file, durability, create, lockWaitMs });
  try {
    const keys = openKeyRing(options.keysDir);
    const headsFile = openHeadsFile({ path: options.headsFile, synced: durability === 'power' });
    refuseEmptied(db, headsFile, options);
    return await assembleStore({
      ...options,
      db,
      keys,
      headsFile,
      lockWaitMs,
      openReader: () => readerOf(file, lockWaitMs),
    });
  } catch (cause) {
    db.close();
    throw asStoreError(cause, file);
  }
}

/** A store that lives as long as this process: for tests, and for libraries that keep nothing. */
export async function openMemoryStore(options: StoreOptions): Promise<OpenStore> {
  const db = await openConnection({ file: memoryFile, durability: 'process', create: true, lockWaitMs: 0 });
  return assembleStore({
    ...options,
    file: memoryFile,
    durability: 'process',
    db,
    keys: temporaryKeyRing(),
    headsFile: memoryHeads(),
    lockWaitMs: 0,
    openReader: async () => ({ db, close: () => undefined }),
  });
}

/** An empty database beside signed heads is one that was emptied: starting anew in it would hide that. */
function refuseEmptied(db: DatabaseSync, headsFile: HeadsFile, { file, headsFile: path }: SqliteStoreOptions): void {
  // In this order: a first event of another process is in the database before its head is in the file.
  if (headsFile.isEmpty()) return;
  if (integerOf(db.prepare('select exists(select 1 from events) as n').get() ?? {}, 'n') === 1) return;
  throw unavailable(
    file,
    `it holds no event, though ${path} says that it did`,
    'Restore it from a backup; to start anew, move that file away as well.',
  );
}
