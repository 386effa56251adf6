// Puts the parts of a store together: one connection, one writer's chain, one lease.
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Journal, Lease, Store } from '../../../contract/index.ts';
import { newId } from '../../../text/index.ts';
import { unavailable } from '../../home/private-folder.ts';
import type { HeadsFile } from '../audit/heads-file.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createDecisionTable } from './approvals/decision-table.ts';
import { createExecutions } from './approvals/executions.ts';
import { createRequestTable } from './approvals/request-table.ts';
import { createRequests } from './approvals/requests.ts';
import { createSqliteAudit, type AuditDeps, type AuditFile } from './audit/sqlite-audit.ts';
import { createChangeCount, createOthersVersion } from './database/change-count.ts';
import type { Durability } from './database/connection.ts';
import { createFilePlace } from './database/file-place.ts';
import { textOf } from './database/row.ts';
import { createTransactor } from './database/transactor.ts';
import { createWriteQueue, type WriteQueue } from './database/write-queue.ts';
import { createEventLog } from './events/event-log.ts';
import { createEventReader } from './events/event-query.ts';
import { createHeadLedger, type HeadLedger } from './events/head-ledger.ts';
import { createHeadSigner } from './events/head-signer.ts';
import { createRedaction } from './events/redaction.ts';
import { createLeases } from './leases/leases.ts';
import { ownPlace } from './leases/process-identity.ts';
import { createRecordTable, type RecordTable } from './records/record-table.ts';
import { createSqliteJournal, createWrites, type JournalParts } from './sqlite-journal.ts';
import { createSqliteStore } from './sqlite-store.ts';

export interface StoreOptions {
  /** Absolute path of the workspace root that this runtime serves. */
  readonly workspace: string;
  readonly clock: Clock;
  /** Events between two signatures of the chain's head. Default 256. */
  readonly signEvery?: number;
  /** Neither seals nor opens what is sealed: the key is not proven. Default false. */
  readonly looksOnly?: boolean;
}

export interface OpenStore {
  readonly journal: Journal;
  readonly store: Store;
  readonly audit: AuditFile;
  /** Fingerprint of the key that signs: what an export is verified against. */
  readonly keyId: string;
  /** Moves when another process, or another store of this one, has written. */
  readonly othersWrote: () => number;
  /** Signs the head, ends the lease, waits for what is under way. Later calls answer the same promise. */
  close(): Promise<void>;
}

const defaultSignEvery = 256;

export interface StoreAssembly extends StoreOptions {
  readonly file: string;
  readonly durability: Durability;
  readonly db: DatabaseSync;
  readonly keys: KeyRing;
  readonly headsFile: HeadsFile;
  readonly lockWaitMs: number;
  readonly openReader: AuditDeps['openReader'];
}

/** On a connection that is open and migrated; closes it with the store. */
export async function assembleStore(assembly: StoreAssembly): Promise<OpenStore> {
  const { db, file, keys, headsFile, clock, openReader } = assembly;
  // Both are made when something is written or the journal is asked for: whoever only looks has no use for a name and two dozen statements.
  let madeWriter: Writer | null = null;
  const writer = (): Writer => (madeWriter ??= createWriter(assembly, queue));
  let madeJournal: Journal | null = null;
  const journal = (): Journal => (madeJournal ??= createJournal(assembly, writer(), records));
  const queue = createQueue(assembly, writer);
  if (assembly.looksOnly !== true) await checkSeal(db, keys, { queue, file });
  const records = createRecordTable(db);
  let closing: Promise<void> | null = null;
  return {
    get journal() {
      return journal();
    },
    store: createSqliteStore({ queue, records, writer }),
    get audit() {
      return createSqliteAudit({ file, keys, headsFile, journal: journal(), clock, openReader });
    },
    get keyId() {
      return keys.signing.keyId;
    },
    get othersWrote() {
      return createOthersVersion(db);
    },
    close() {
      closing ??= closeStore(db, queue, madeWriter);
      return closing;
    },
  };
}

function createJournal({ db, keys, clock }: StoreAssembly, writer: Writer, records: RecordTable): Journal {
  const { queue, log, leases } = writer;
  const table = createRequestTable(db, keys.seal, clock);
  return createSqliteJournal({
    ...writer,
    table,
    requests: createRequests({ table, decisions: createDecisionTable(db, clock), records, log, clock }),
    executions: createExecutions({ db, table, records, leases, log, clock }),
    reader: createEventReader(db, queue),
    redaction: createRedaction(db, log),
  });
}

type Writer = Pick<JournalParts, 'queue' | 'writes' | 'log' | 'signer' | 'leases' | 'changeCount'> & {
  readonly ledger: HeadLedger;
  committed(): void;
  rolledBack(): void;
};

/** What every write of this runtime passes. */
function createQueue({ db, file, durability, lockWaitMs }: StoreAssembly, writer: () => Writer): WriteQueue {
  const place = createFilePlace(file);
  const transactor = createTransactor(db, durability, {
    starting: () => place.prove(),
    committed: () => writer().committed(),
    rolledBack: () => writer().rolledBack(),
  });
  return createWriteQueue({ transactor, file, lockWaitMs, groups: durability === 'power' });
}

/** The chain of this runtime, and what hears how its writes end. */
function createWriter(assembly: StoreAssembly, queue: WriteQueue): Writer {
  const { db, keys, headsFile, clock, workspace } = assembly;
  const place = ownPlace();
  const own: Lease = {
    runtimeId: newId('run'),
    pid: process.pid,
    host: place.host,
    workspace,
    startedAt: clock.now(),
  };
  const changes = createChangeCount(db);
  const log = createEventLog(db, own.runtimeId, clock);
  const leases = createLeases(db, own, { clock, place, watermark: () => log.watermark() });
  const ledger = createHeadLedger({ db, log, keys, headsFile, clock });
  const signer = createHeadSigner({ queue, log, ledger, signEvery: assembly.signEvery ?? defaultSignEvery });
  const writes = createWrites({ queue, signer, leases });
  const parts = [changes, log, leases, ledger];
  return {
    queue,
    writes,
    log,
    signer,
    leases,
    ledger,
    changeCount: () => changes.read(),
    committed() {
      for (const part of parts) part.committed();
      signer.committed();
    },
    rolledBack() {
      for (const part of parts) part.rolledBack();
    },
  };
}

async function closeStore(db: DatabaseSync, queue: WriteQueue, writer: Writer | null): Promise<void> {
  try {
    await queue.end(null);
    if (writer === null) return;
    const { log, ledger, leases } = writer;
    // Who only looked leaves nothing behind.
    const hasWritten = log.length() > 0 || leases.isRegistered();
    const last = (): void => {
      ledger.draft(true);
      // With its lease, whoever comes next finds what still runs and marks it as interrupted.
      if (!log.isExecuting()) leases.remove(leases.own.runtimeId);
    };
    if (hasWritten) await queue.end(last);
    ledger.fileHeads();
  } finally {
    db.close();
  }
}

/** Requests that were sealed with a lost key could be listed, approved and never run: say so at once. */
async function checkSeal(
  db: DatabaseSync,
  { seal }: KeyRing,
  { queue, file }: { readonly queue: WriteQueue; readonly file: string },
): Promise<void> {
  const find = db.prepare("select mark from key_marks where name = 'seal'");
  const add = db.prepare("insert into key_marks(name, mark) values('seal', ?) on conflict do nothing");
  if ((await queue.read(() => find.get())) === undefined) await queue.write(() => add.run(seal.mark));
  const row = await queue.read(() => find.get());
  if (row !== undefined && textOf(row, 'mark') === seal.mark) return;
  throw unavailable(
    file,
    'its sealed requests were sealed with another key',
    'Restore the key folder from the backup that the database is from; to start anew, move the database away.',
  );
}
