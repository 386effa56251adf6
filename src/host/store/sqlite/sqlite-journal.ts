// The Journal over SQLite: which parts take part in an operation, and that it is one transaction.
import type { ApprovalRecord, Journal } from '../../../contract/index.ts';
import type { Executions } from './approvals/executions.ts';
import type { RequestTable } from './approvals/request-table.ts';
import type { Requests } from './approvals/requests.ts';
import { textOf, type Row } from './database/row.ts';
import type { WriteQueue } from './database/write-queue.ts';
import type { EventLog } from './events/event-log.ts';
import type { EventReader } from './events/event-query.ts';
import type { HeadSigner } from './events/head-signer.ts';
import type { Redaction } from './events/redaction.ts';
import type { Leases } from './leases/leases.ts';

export interface JournalParts {
  readonly queue: WriteQueue;
  readonly writes: Writes;
  readonly log: EventLog;
  readonly signer: HeadSigner;
  readonly requests: Requests;
  readonly table: RequestTable;
  readonly executions: Executions;
  readonly leases: Leases;
  readonly reader: EventReader;
  readonly redaction: Redaction;
  readonly changeCount: () => number;
}

export interface Writes {
  /** One transaction of this runtime, in which events may be appended. */
  run<Result>(work: () => Result): Promise<Result>;
}

/** Every write goes through here: the lease is there before what this runtime starts, and the first event is signed with its transaction. */
export function createWrites({ queue, signer, leases }: Pick<JournalParts, 'queue' | 'signer' | 'leases'>): Writes {
  return {
    run(work) {
      const whole = () => {
        leases.register();
        const result = work();
        signer.afterAppend();
        return result;
      };
      const write = () => queue.write(whole, signer.isFirst() ? 'synced' : undefined);
      // Not awaited in the ordinary case: writes stay in the order of the calls.
      return signer.isOverdue() ? signer.sign().then(write) : write();
    },
  };
}

export function createSqliteJournal(parts: JournalParts): Journal {
  const { queue, writes, log, requests, table, executions, leases, redaction } = parts;
  return {
    lease: leases.own,
    append: (events) => writes.run(() => log.append(events)),
    begin: (start) => writes.run(() => executions.begin(start)),
    finish: (end) => writes.run(() => executions.finish(end)),
    ask: (record, events) => writes.run(() => requests.ask(record, events)),
    answer: (write) => writes.run(() => requests.answer(write)),
    close: (...[id, from, to, closing]) => writes.run(() => requests.close(id, from, { to, ...closing })),
    deliver: (id) => writes.run(() => requests.deliver(id)),
    approval: (id) => queue.read(() => table.find(id)),
    approvals: (query) => queue.read(() => table.list(query)),
    equalRequest: (principal, session, argumentKey) =>
      queue.read(() => requests.equalRequest(principal, session, argumentKey)),
    claimable: () => queue.read(() => claimable(parts)),
    expireOverdue: async () =>
      (await queue.read(() => table.overdue())).length === 0 ? [] : writes.run(() => requests.expireOverdue()),
    recover: () => recover(parts),
    isLive: (runtimeId) => queue.read(() => leases.isLive(runtimeId)),
    heartbeat: () => queue.write(() => leases.heartbeat()),
    changeCount: () => queue.read(parts.changeCount),
    events: (query) => parts.reader.find(query),
    async redact(...[writer, seq, fields, reason]) {
      await writes.run(() => redaction.erase({ writer, seq, fields, reason }));
      await queue.read(() => redaction.scrub());
    },
    sign: () => parts.signer.sign(),
  };
}

function claimable({ table, leases }: JournalParts): readonly ApprovalRecord[] {
  const { runtimeId, workspace } = leases.own;
  const isOurs = (row: Row): boolean =>
    row['runtime_id'] === runtimeId || (row['workspace'] === workspace && !leases.isLive(textOf(row, 'runtime_id')));
  return table
    .withStatus('approved')
    .filter(isOurs)
    .map((row) => table.open(row))
    .filter((record) => record.status === 'approved');
}

async function recover({ queue, writes, leases, executions }: JournalParts): Promise<readonly string[]> {
  const isOver = (runtimeId: string): boolean => !leases.isLive(runtimeId);
  const findOver = () => [...new Set([...leases.dead(), ...executions.runtimes().filter(isOver)])];
  if ((await queue.read(findOver)).length === 0) return [];
  return writes.run(() =>
    // Looked up again: in between its heartbeat may have come, or another runtime may have been first.
    findOver().flatMap((runtimeId) => executions.interrupt(runtimeId)),
  );
}
