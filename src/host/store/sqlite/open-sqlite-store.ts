// Opens a store and puts its parts together: one connection, one writer's chain, one lease.
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Journal, Lease, Store } from '../../../contract/index.ts';
import { newId } from '../../../text/index.ts';
import { unavailable } from '../../home/private-folder.ts';
import { memoryHeads, openHeadsFile, type HeadsFile } from '../audit/heads-file.ts';
import { openKeyRing, temporaryKeyRing, type KeyRing } from '../keys/key-ring.ts';
import { createExecutions } from './approvals/executions.ts';
import { createDecisionTable } from './approvals/decision-table.ts';
import { createRequestTable } from './approvals/request-table.ts';
import { createRequests } from './approvals/requests.ts';
import { createSqliteAudit, type AuditFile } from './audit/sqlite-audit.ts';
import { readerOf } from './audit/verify-store.ts';
import { createChangeCount } from './database/change-count.ts';
import { memoryFile, openConnection, type Durability } from './database/connection.ts';
import { integerOf, textOf } from './database/row.ts';
import { asStoreError } from './database/store-errors.ts';
import { createTransactor } from './database/transactor.ts';
import { createWriteQueue, type WriteQueue } from './database/write-queue.ts';
import { createEventLog } from './events/event-log.ts';
import { createEventReader } from './events/event-query.ts';
import { createHeadLedger } from './events/head-ledger.ts';
import { createHeadSigner, type HeadSigner } from './events/head-signer.ts';
import { createRedaction } from './events/redaction.ts';
import { createLeases, type Leases } from './leases/leases.ts';
import { ownPlace } from './leases/process-identity.ts';
import { createRecordTable } from './records/record-table.ts';
import { createSqliteJournal, createWrites } from './sqlite-journal.ts';
import { createSqliteRecords } from './sqlite-store.ts';

export interface StoreOptions {
  /** Absolute path of the workspace root that this runtime serves. */
  readonly workspace: string;
  readonly clock: Clock;
  /** Events between two signatures of the chain's head. Default 256. */
  readonly signEvery?: number;
}

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

export interface OpenStore {
  readonly journal: Journal;
  readonly store: Store;
  readonly audit: AuditFile;
  /** Fingerprint of the key that signs: what an export is verified against. */
  readonly keyId: string;
  /** Signs the head, ends the lease, waits for what is under way. Later calls answer the same promise. */
  close(): Promise<void>;
}

const defaultSignEvery = 256;
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
    return await assemble({
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
  return assemble({
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

interface Assembly extends StoreOptions {
  readonly file: string;
  readonly durability: Durability;
  readonly db: DatabaseSync;
  readonly keys: KeyRing;
  readonly headsFile: HeadsFile;
  readonly lockWaitMs: number;
  readonly openReader: Parameters<typeof createSqliteAudit>[0]['openReader'];
}

async function assemble(assembly: Assembly): Promise<OpenStore> {
  const { db, file, keys, headsFile, clock, durability, lockWaitMs } = assembly;
  const place = ownPlace();
  const own: Lease = { runtimeId: newId('run'), pid: process.pid, host: place.host, workspace: assembly.workspace, startedAt: clock.now() };
  const changes = createChangeCount(db);
  const log = createEventLog(db, own.runtimeId, clock);
  const leases = createLeases(db, own, { clock, place });
  const ledger = createHeadLedger({ db, log, key: keys.signing, headsFile, clock });
  const parts = [changes, log, leases, ledger];
  const watcher = {
    committed() {
      for (const part of parts) part.committed();
      signer.committed();
    },
    rolledBack() {
      for (const part of parts) part.rolledBack();
    },
  };
  const transactor = createTransactor(db, durability, watcher);
  const queue = createWriteQueue({ transactor, file, lockWaitMs, groups: durability === 'power' });
  const signEvery = assembly.signEvery ?? defaultSignEvery;
  const signer = createHeadSigner({ queue, log, ledger, signEvery });
  await checkSeal(db, keys, { queue, file });
  const writes = createWrites({ queue, signer, leases });
  const records = createRecordTable(db);
  const table = createRequestTable(db, keys.seal, clock);
  const requests = createRequests({ table, decisions: createDecisionTable(db, clock), records, log, clock });
  const executions = createExecutions({ db, runtimeId: own.runtimeId, table, records, log, clock });
  const reader = createEventReader(db, queue);
  const redaction = createRedaction(db, log);
  const journal = createSqliteJournal({ queue, writes, requests, table, executions, leases, log, signer, reader, redaction, changeCount: () => changes.read() });
  let closing: Promise<void> | null = null;
  return {
    journal,
    store: createSqliteRecords({ queue, writes, records, log }),
    audit: createSqliteAudit({ file, keys, headsFile, journal, clock, openReader: assembly.openReader }),
    keyId: keys.signing.keyId,
    close() {
      closing ??= closeStore({ db, queue, signer, leases });
      return closing;
    },
  };
}

interface Closing {
  readonly db: DatabaseSync;
  readonly queue: WriteQueue;
  readonly signer: HeadSigner;
  readonly leases: Leases;
}

async function closeStore({ db, queue, signer, leases }: Closing): Promise<void> {
  try {
    await signer.close();
    if (leases.isRegistered()) await queue.write(() => leases.remove(leases.own.runtimeId));
  } finally {
    await queue.drain();
    db.close();
  }
}

/** An empty database beside signed heads is one that was emptied: starting anew in it would hide that. */
function refuseEmptied(db: DatabaseSync, headsFile: HeadsFile, { file, headsFile: path }: SqliteStoreOptions): void {
  if (integerOf(db.prepare('select exists(select 1 from events) as n').get() ?? {}, 'n') === 1) return;
  const [first] = headsFile.read() ?? [];
  if (first === undefined) return;
  throw unavailable(file, `it holds no event, though ${path} says that it did`, 'Restore it from a backup; to start anew, move that file away as well.');
}

/** Requests that were sealed with a lost key could be listed, approved and never run: say so at once. */
async function checkSeal(db: DatabaseSync, { seal }: KeyRing, { queue, file }: { readonly queue: WriteQueue; readonly file: string }): Promise<void> {
  const find = db.prepare("select mark from key_marks where name = 'seal'");
  const add = db.prepare("insert into key_marks(name, mark) values('seal', ?) on conflict do nothing");
  if ((await queue.read(() => find.get())) === undefined) await queue.write(() => add.run(seal.mark));
  const row = await queue.read(() => find.get());
  if (row !== undefined && textOf(row, 'mark') === seal.mark) return;
  throw unavailable(file, 'its sealed requests were sealed with another key', 'Restore the key folder from the backup that the database is from; to start anew, move the database away.');
}
