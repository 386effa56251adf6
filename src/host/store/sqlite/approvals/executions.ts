// Started and ended executions: the claim and the start are one transaction, so that nothing runs twice and nothing runs unrecorded.
import type { DatabaseSync } from 'node:sqlite';
import type { Begun, Clock, ExecutionEnd, ExecutionStart, NewEvent, Receipt } from '../../../../contract/index.ts';
import { integerOf, textOf, type Row } from '../database/row.ts';
import type { EventLog } from '../events/event-log.ts';
import { createUnendedSearch, type Unended } from '../events/open-executions.ts';
import type { Leases } from '../leases/leases.ts';
import { isGrantLive } from '../records/grant-records.ts';
import type { RecordTable } from '../records/record-table.ts';
import type { RequestTable } from './request-table.ts';

export interface Executions {
  /** Within a transaction. Whatever is not ok is found before anything is written. */
  begin(start: ExecutionStart): Begun;
  /** Within a transaction. */
  finish(end: ExecutionEnd): readonly Receipt[];
  /** Runtimes with claims that have not ended. */
  runtimes(): readonly string[];
  /** Within a transaction: ends what a dead runtime left, and its lease; answers the call ids. */
  interrupt(runtimeId: string): readonly string[];
}

export interface ExecutionsDeps {
  readonly db: DatabaseSync;
  readonly table: RequestTable;
  readonly records: RecordTable;
  readonly leases: Leases;
  readonly log: EventLog;
  readonly clock: Clock;
}

export function createExecutions({ db, table, records, leases, log, clock }: ExecutionsDeps): Executions {
  const { runtimeId } = leases.own;
  const add = db.prepare(
    'insert into executions(call_id, runtime_id, tool, approval_id, started_at) values(?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from executions where call_id = ?');
  const runtimes = db.prepare('select distinct runtime_id from executions');
  const of = db.prepare('select * from executions where runtime_id = ?');
  const search = createUnendedSearch(db);
  const standing = db.prepare(
    "select value as revision, exists(select 1 from runtimes where runtime_id = ?) as leased from counters where name = 'policy_revision'",
  );

  function end(runtime: string, { call, tool, startedAt, approval }: Left): string {
    if (approval !== null) {
      remove.run(call);
      table.move(approval, 'executing', 'interrupted');
    }
    const envelope = { call, tool, runtime, approval, startedAt };
    const event: NewEvent = { kind: 'tool_interrupted', envelope, values: {} };
    log.append([event]);
    return call;
  }

  return {
    begin({ callId, tool, approval, grantId, policyRevision, unlessRequested, events }) {
      const { revision, leased } = standing.get(runtimeId) ?? {};
      if (revision !== policyRevision) return { ok: false, why: 'policy_moved' };
      const now = clock.now();
      if (grantId !== null && !isGrantLive(records, grantId, now)) return { ok: false, why: 'grant_gone' };
      if (unlessRequested !== null && table.hasEqual(unlessRequested)) return { ok: false, why: 'requested' };
      if (approval !== null && !table.claim(approval.id, approval.requestHash))
        return { ok: false, why: 'not_claimable' };
      // Another runtime took this one for dead: without its lease nobody would look for what it starts now.
      if (leased !== 1) leases.heartbeat();
      if (approval !== null) add.run(callId, runtimeId, tool, approval.id, now);
      return { ok: true, receipts: log.appendStart(callId, events) };
    },
    finish({ callId, approval, events }) {
      if (approval !== null) {
        remove.run(callId);
        // Where another runtime took this one for dead, the request is interrupted already and stays so; what happened is recorded all the same.
        if (table.move(approval.id, 'executing', approval.status)) table.setOutcome(approval.id, approval.outcome);
      }
      return log.appendEnd(callId, events);
    },
    runtimes: () => runtimes.all().map((row) => textOf(row, 'runtime_id')),
    interrupt(runtime) {
      const watermark = leases.watermarkOf(runtime);
      const claims = of.all(runtime).map(leftClaim);
      const claimed = new Set(claims.map(({ call }) => call));
      const unended = watermark === null ? [] : search.find(runtime, watermark);
      const others = unended.filter(({ call }) => !claimed.has(call)).map((one) => ({ ...one, approval: null }));
      leases.remove(runtime);
      return [...claims, ...others]
        .toSorted((one, other) => one.startedAt - other.startedAt)
        .map((left) => end(runtime, left));
    },
  };
}

/** What a dead runtime had started and not ended. */
interface Left extends Unended {
  readonly approval: string | null;
}

function leftClaim(row: Row): Left {
  return {
    call: textOf(row, 'call_id'),
    tool: textOf(row, 'tool'),
    startedAt: integerOf(row, 'started_at'),
    approval: textOf(row, 'approval_id'),
  };
}
