// Which runtimes live: each has a row with its heartbeat. A runtime without a row is dead.
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Lease } from '../../../../contract/index.ts';
import { integerOf, optionalTextOf, textOf, type Row } from '../database/row.ts';
import { isRunning, processStart, type ProcessPlace } from './process-identity.ts';

export interface Leases {
  readonly own: Lease;
  /** Within a transaction: writes the own row when it is not there yet. Looking at a store leaves no lease in it. */
  register(): void;
  /** Within a transaction. */
  heartbeat(): void;
  isLive(runtimeId: string): boolean;
  dead(): readonly string[];
  /** The position behind which every start lies that the runtime has not ended; null for one without a row. */
  watermarkOf(runtimeId: string): number | null;
  /** Within a transaction. */
  remove(runtimeId: string): void;
  isRegistered(): boolean;
  committed(): void;
  rolledBack(): void;
}

export interface LeaseParts {
  readonly clock: Clock;
  readonly place: ProcessPlace;
  /** Within a transaction: where others would find what this runtime has started and not ended. */
  readonly watermark: () => number;
}

/** A heartbeat older than this is no sign of life. */
const longestSilenceMs = 15_000;

export function createLeases(db: DatabaseSync, own: Lease, { clock, place, watermark }: LeaseParts): Leases {
  const put =
    db.prepare(`insert into runtimes(runtime_id, pid, process_start, host, pid_space, workspace, started_at, heartbeat_at, watermark)
    values(?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict(runtime_id) do update set heartbeat_at = excluded.heartbeat_at, watermark = excluded.watermark`);
  const one = db.prepare('select * from runtimes where runtime_id = ?');
  const others = db.prepare('select * from runtimes where runtime_id <> ?');
  const take = db.prepare('delete from runtimes where runtime_id = ?');
  let registered: 'no' | 'drafted' | 'yes' = 'no';

  function heartbeat(): void {
    const { runtimeId, pid, workspace, startedAt } = own;
    // Read here: looking at a store leaves no lease in it.
    const start = processStart(pid);
    put.run(runtimeId, pid, start, place.host, place.pidSpace, workspace, startedAt, clock.now(), watermark());
    if (registered === 'no') registered = 'drafted';
  }

  function lives(row: Row): boolean {
    if (clock.now() - integerOf(row, 'heartbeat_at') >= longestSilenceMs) return false;
    const isHere = textOf(row, 'host') === place.host && textOf(row, 'pid_space') === place.pidSpace;
    return !isHere || isRunning(integerOf(row, 'pid'), optionalTextOf(row, 'process_start'));
  }

  return {
    own,
    register() {
      if (registered === 'no') heartbeat();
    },
    heartbeat,
    isLive(runtimeId) {
      if (runtimeId === own.runtimeId) return true;
      const row = one.get(runtimeId);
      return row !== undefined && lives(row);
    },
    dead: () =>
      others
        .all(own.runtimeId)
        .filter((row) => !lives(row))
        .map((row) => textOf(row, 'runtime_id')),
    watermarkOf(runtimeId) {
      const row = one.get(runtimeId);
      return row === undefined ? null : integerOf(row, 'watermark');
    },
    remove(runtimeId) {
      take.run(runtimeId);
    },
    isRegistered: () => registered === 'yes',
    committed() {
      if (registered === 'drafted') registered = 'yes';
    },
    rolledBack() {
      if (registered === 'drafted') registered = 'no';
    },
  };
}
