// Opens the database file: as ours alone, of a version we know, in WAL mode, with the durability that was asked for.
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CapabilityError } from '../../../../contract/index.ts';
import { failureCode } from '../../../home/describe-failure.ts';
import { attempt, makePrivate, refused } from '../../../home/private-folder.ts';
import { privatePlace } from '../../keys/private-place.ts';
import { checkVersion, migrate, schemaVersion } from './migrations.ts';
import { asStoreError } from './store-errors.ts';
import { whileLocked, type LockWait } from './wait-for-lock.ts';

/** What a resolved write outlives: the death of the process, or a power cut too. */
export type Durability = 'process' | 'power';

export interface ConnectionOptions {
  readonly file: string;
  /** False: a store that is not there is an error. */
  readonly create: boolean;
  readonly durability: Durability;
  readonly lockWaitMs: number;
}

export const memoryFile = ':memory:';

/** What SQLite may block the event loop for while another process commits. */
const busyTimeoutMs = 5;

/**
 * Pages of the write-ahead log before a commit copies them into the database, which takes 10 ms or more. Rare enough not to be what one
 * call in a hundred meets: a gated call writes about nine pages.
 */
const checkpointPages = 4_000;
const longestLogBytes = 32 * 1024 * 1024;

export async function openConnection(options: ConnectionOptions): Promise<DatabaseSync> {
  const { file } = options;
  if (file !== memoryFile) prepareFile(file, options.create);
  const wait: LockWait = { file, waitMs: options.lockWaitMs };
  let db: DatabaseSync | null = null;
  try {
    const opened = new DatabaseSync(file, { timeout: busyTimeoutMs });
    db = opened;
    await whileLocked(wait, () => configure(opened, options));
    return opened;
  } catch (cause) {
    db?.close();
    throw asStoreError(cause, file);
  }
}

/** A second connection for long reads: it cannot write, and sees one state of the store from its first read on. */
export async function openReader(file: string, lockWaitMs: number): Promise<DatabaseSync> {
  let db: DatabaseSync | null = null;
  try {
    const opened = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true });
    db = opened;
    await whileLocked({ file, waitMs: lockWaitMs }, () => checkVersion(opened, file));
    opened.exec('begin');
    return opened;
  } catch (cause) {
    db?.close();
    throw asStoreError(cause, file);
  }
}

function configure(db: DatabaseSync, { file, durability }: ConnectionOptions): void {
  // Looked at before anything is written: a newer store and a file of somebody else stay as they are.
  const version = checkVersion(db, file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${safetyOf(durability)}; pragma foreign_keys = on;
    pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = ${longestLogBytes}; pragma trusted_schema = off; pragma secure_delete = on`);
  if (version === schemaVersion) return;
  db.exec('begin immediate');
  try {
    migrate(db, file);
    db.exec('commit');
  } catch (cause) {
    if (db.isTransaction) db.exec('rollback');
    throw cause;
  }
}

export function safetyOf(durability: Durability): 'full' | 'normal' {
  return durability === 'power' ? 'full' : 'normal';
}

/** Makes the file ours alone before SQLite opens it: the log beside it gets the same permissions. */
function prepareFile(file: string, create: boolean): void {
  privatePlace(dirname(file), create);
  if (!create && !existsSync(file)) {
    const message = `There is no store at ${file}. Run gatehouse init, or name the right home in GATEHOUSE_HOME.`;
    throw new CapabilityError('store_unavailable', message, { details: { file } });
  }
  const handle = openPrivately(file);
  try {
    makePrivate(handle, { path: file, mode: 0o600 });
  } finally {
    closeSync(handle);
  }
}

function openPrivately(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (cause) {
    if (failureCode(cause) !== 'EEXIST') throw refused(file, 'created', cause);
    return attempt(file, 'opened', () => openSync(file, 'r+'));
  }
}
