// What may become of a request for approval, step by step. Each function runs within one writing transaction.
import {
  finalStatuses,
  type Answered,
  type AnswerWrite,
  type ApprovalRecord,
  type ApprovalStatus,
  type Asked,
  type Clock,
  type Closing,
  type NewEvent,
} from '../../../../contract/index.ts';
import type { DecisionTable } from './decision-table.ts';
import type { RequestTable } from './request-table.ts';
import { integerOf, textOf, type Row } from '../database/row.ts';
import type { EventLog } from '../events/event-log.ts';
import { grantRecord } from '../records/grant-records.ts';
import type { RecordTable } from '../records/record-table.ts';
import { canExpire, statusOf } from './sealed-record.ts';

export interface Requests {
  ask(record: ApprovalRecord, events: readonly NewEvent[]): Asked;
  answer(write: AnswerWrite): Answered;
  close(id: string, from: readonly ApprovalStatus[], end: { readonly to: ApprovalStatus } & Closing): boolean;
  deliver(id: string): ApprovalRecord | null;
  expireOverdue(): readonly string[];
  equalRequest(principal: string, session: string, argumentKey: string): ApprovalRecord | null;
}

export interface RequestsDeps {
  readonly table: RequestTable;
  readonly decisions: DecisionTable;
  readonly records: RecordTable;
  readonly log: EventLog;
  readonly clock: Clock;
}

const openStatuses: ReadonlySet<ApprovalStatus> = new Set(['pending', 'approved', 'executing']);
const finals: ReadonlySet<ApprovalStatus> = new Set(finalStatuses);

export function createRequests(deps: RequestsDeps): Requests {
  const { table, log, clock } = deps;
  return {
    ask: (record, events) => ask(record, events, deps),
    answer: (write) => answer(write, deps),
    close(id, from, { to, note, events }) {
      const row = table.row(id);
      if (row === null) return false;
      const status = expireWhenOverdue(row, deps);
      if (!from.includes(status) || !table.move(id, status, to)) return false;
      if (note !== null) table.note(id, note);
      log.append(events);
      return true;
    },
    deliver(id) {
      const row = table.row(id);
      if (row === null || row['delivered_at'] !== null) return null;
      if (!finals.has(expireWhenOverdue(row, deps))) return null;
      const record = table.open(row);
      table.purge(id);
      return { ...record, deliveredAt: clock.now() };
    },
    expireOverdue() {
      const rows = table.overdue();
      for (const row of rows) expireWhenOverdue(row, deps);
      return rows.map((row) => textOf(row, 'id'));
    },
    equalRequest(principal, session, argumentKey) {
      const [newest] = table.equal(principal, session, argumentKey);
      return newest === undefined ? null : table.open(newest);
    },
  };
}

function ask(record: ApprovalRecord, events: readonly NewEvent[], deps: RequestsDeps): Asked {
  const { table, log } = deps;
  const { principal, session } = record.caller;
  for (const row of table.equal(principal, session, record.argumentKey)) {
    if (!openStatuses.has(expireWhenOverdue(row, deps))) continue;
    const joined = table.open(row);
    return {
      record: joined,
      joined: true,
      receipts: log.append(events.map((event) => aboutRequest(event, record.id, joined.id))),
    };
  }
  table.add(record);
  return { record, joined: false, receipts: log.append(events) };
}

/** The caller could not know which request the call would join when it worded the events. */
function aboutRequest(event: NewEvent, written: string, joined: string): NewEvent {
  if (event.envelope['approval'] !== written) return event;
  return { ...event, envelope: { ...event.envelope, approval: joined, joined: true } };
}

function answer(write: AnswerWrite, deps: RequestsDeps): Answered {
  const { table, log, records } = deps;
  const row = table.row(write.id);
  if (row === null) return { ok: false, why: 'unknown', status: null };
  const status = expireWhenOverdue(row, deps);
  if (status === 'expired') return { ok: false, why: 'expired', status };
  if (status !== 'pending') return { ok: false, why: 'not_pending', status };
  if (textOf(row, 'request_hash') !== write.requestHash) return { ok: false, why: 'other_hash', status };
  const record = write.replacement === null ? decide(write, deps) : supersede(write, write.replacement, deps);
  if (write.grant !== null) {
    records.put(grantRecord(write.grant));
    records.movePolicy();
  }
  log.append(deps.decisions.add(write));
  return { ok: true, record };
}

function decide({ id, answer, by, note }: AnswerWrite, { table }: RequestsDeps): ApprovalRecord {
  table.decide(id, { status: answer === 'deny' ? 'denied' : 'approved', by, answer, note, supersededBy: null });
  return table.open(table.row(id) ?? {});
}

/** The editor's act approves the new request; the old one can no longer run. */
function supersede(
  { id, by, note }: AnswerWrite,
  replacement: ApprovalRecord,
  { table, clock }: RequestsDeps,
): ApprovalRecord {
  table.decide(id, { status: 'superseded', by, answer: 'edit', note, supersededBy: replacement.id });
  const record: ApprovalRecord = {
    ...replacement,
    status: 'approved',
    answer: 'edit',
    decidedAt: clock.now(),
    decidedBy: by,
    supersedes: id,
  };
  table.add(record);
  return record;
}

/** The status now. A request over its time is marked as expired and its end recorded. */
function expireWhenOverdue(row: Row, { table, log, clock }: RequestsDeps): ApprovalStatus {
  const status = statusOf(row, clock.now());
  const stored = statusOf(row, integerOf(row, 'expires_at') - 1);
  if (status !== 'expired' || !canExpire(stored)) return status;
  const id = textOf(row, 'id');
  table.move(id, stored, 'expired');
  const envelope = { approval: id, tool: textOf(row, 'tool'), status: 'expired', request: textOf(row, 'request_hash') };
  log.append([{ kind: 'approval_closed', envelope, values: {} }]);
  return status;
}
