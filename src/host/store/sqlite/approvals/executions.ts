// Started and ended executions: the claim and the start are one transaction, so that nothing runs twice and nothing runs unrecorded.
import type { DatabaseSync } from 'node:sqlite';
import type { Begun, Clock, ExecutionEnd, ExecutionStart, NewEvent, Receipt } from '../../../../contract/index.ts';
import { integerOf, optionalTextOf, textOf, type Row } from '../database/row.ts';
import type { EventLog } from '../events/event-log.ts';
import { isGrantLive } from '../records/grant-records.ts';
import type { RecordTable } from '../records/record-table.ts';
import type { RequestTable } from './request-table.ts';

export interface Executions {
  /** Within a transaction. Whatever is not ok is found before anything is written. */
  begin(start: ExecutionStart): Begun;
  /** Within a transaction. */
  finish(end: ExecutionEnd): readonly Receipt[];
  /** Runtimes with executions that have not ended. */
  runtimes(): readonly string[];
  /** Within a transaction: ends what a dead runtime left; answers the call ids. */
  interrupt(runtimeId: string): readonly string[];
}

export interface ExecutionsDeps {
  readonly db: DatabaseSync;
  readonly runtimeId: string;
  readonly table: RequestTable;
  readonly records: RecordTable;
  readonly log: EventLog;
  readonly clock: Clock;
}

export function createExecutions({ db, runtimeId, table, records, log, clock }: ExecutionsDeps): Executions {
  const add = db.prepare(
    'insert into executions(call_id, runtime_id, tool, approval_id, started_at) values(?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from executions where call_id = ?');
  const runtimes = db.prepare('select distinct runtime_id from executions');
  const of = db.prepare('select * from executions where runtime_id = ? order by started_at');

  function interrupt(row: Row): string {
    const call = textOf(row, 'call_id');
    const approval = optionalTextOf(row, 'approval_id');
    remove.run(call);
    if (approval !== null) table.move(approval, 'executing', 'interrupted');
    log.append([interruptedEvent(row, { call, approval })]);
    return call;
  }

  return {
    begin({ callId, tool, approval, grantId, policyRevision, unlessRequested, events }) {
      if (records.revision() !== policyRevision) return { ok: false, why: 'policy_moved' };
      const now = clock.now();
      if (grantId !== null && !isGrantLive(records, grantId, now)) return { ok: false, why: 'grant_gone' };
      if (unlessRequested !== null && table.hasEqual(unlessRequested)) return { ok: false, why: 'requested' };
      if (approval !== null && !table.claim(approval.id, approval.requestHash))
        return { ok: false, why: 'not_claimable' };
      add.run(callId, runtimeId, tool, approval?.id ?? null, now);
      return { ok: true, receipts: log.append(events) };
    },
    finish({ callId, approval, events }) {
      remove.run(callId);
      // Where another runtime took this one for dead, the request is interrupted already and stays so; what happened is recorded all the same.
      if (approval !== null && table.move(approval.id, 'executing', approval.status))
        table.setOutcome(approval.id, approval.outcome);
      return log.append(events);
    },
    runtimes: () => runtimes.all().map((row) => textOf(row, 'runtime_id')),
    interrupt: (runtime) => of.all(runtime).map(interrupt),
  };
}

interface Interrupted {
  readonly call: string;
  readonly approval: string | null;
}

function interruptedEvent(row: Row, { call, approval }: Interrupted): NewEvent {
  const envelope = {
    call,
    tool: textOf(row, 'tool'),
    runtime: textOf(row, 'runtime_id'),
    approval,
    startedAt: integerOf(row, 'started_at'),
  };
  return { kind: 'tool_interrupted', envelope, values: {} };
}
