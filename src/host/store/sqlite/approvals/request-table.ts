// The table of requests for approval: every statement on it, and nothing of what the changes mean.
import type { DatabaseSync } from 'node:sqlite';
import type {
  ApprovalQuery,
  ApprovalRecord,
  ApprovalStatus,
  Clock,
  EqualCall,
  Outcome,
} from '../../../../contract/index.ts';
import type { Seal } from '../../keys/seal.ts';
import type { Row } from '../database/row.ts';
import { openRecord, recordVersion, sealArguments, sealBody, sealOutcome } from './sealed-record.ts';

export interface RequestTable {
  /** As it lies there. */
  row(id: string): Row | null;
  /** By whole id, or by a prefix that only one record has. */
  find(idOrPrefix: string): ApprovalRecord | null;
  list(query: ApprovalQuery): readonly ApprovalRecord[];
  /** Whether there is one of an equal call that is open, or final and not handed out yet. */
  hasEqual(call: EqualCall): boolean;
  /** Those of equal calls that are open, or final and not handed out yet; newest first. */
  equal(principal: string, session: string, argumentKey: string): readonly Row[];
  withStatus(status: ApprovalStatus): readonly Row[];
  /** Pending or approved, and over its time. */
  overdue(): readonly Row[];
  open(row: Row): ApprovalRecord;
  add(record: ApprovalRecord): void;
  /** Moves from one status to another; false when it was in another. */
  move(id: string, from: ApprovalStatus, to: ApprovalStatus): boolean;
  /** Approved, of this hash, and not over its time: then executing. */
  claim(id: string, requestHash: string): boolean;
  decide(id: string, decision: Decided): void;
  note(id: string, note: string): void;
  setOutcome(id: string, outcome: Outcome): void;
  /** Marks it delivered and takes arguments and outcome away. */
  purge(id: string): void;
}

interface Decided {
  readonly status: ApprovalStatus;
  readonly by: string;
  readonly answer: string;
  readonly note: string | null;
  readonly supersededBy: string | null;
}

const shortestPrefix = 6;
const defaultLimit = 100;

/** Above every text that begins with the prefix: the last code point. */
const lastCharacter = '\u{10ffff}';

export function createRequestTable(db: DatabaseSync, seal: Seal, clock: Clock): RequestTable {
  const open = (row: Row): ApprovalRecord => openRecord(row, seal, clock.now());
  return { ...createLookups(db, clock, open), ...createChanges(db, seal, clock), open };
}

type Lookups = Pick<RequestTable, 'row' | 'find' | 'list' | 'hasEqual' | 'equal' | 'withStatus' | 'overdue'>;

function createLookups(db: DatabaseSync, clock: Clock, open: (row: Row) => ApprovalRecord): Lookups {
  const byId = db.prepare('select * from approvals where id = ?');
  const byPrefix = db.prepare('select * from approvals where id >= ? and id < ? limit 2');
  const equal = db.prepare(
    'select * from approvals where principal = ? and session = ? and argument_key = ? and delivered_at is null order by entry desc',
  );
  const anyEqual = db.prepare(
    'select 1 from approvals where principal = ? and session = ? and argument_key = ? and delivered_at is null limit 1',
  );
  const withStatus = db.prepare('select * from approvals where status = ? order by entry');
  const overdue = db.prepare(
    "select * from approvals where status in ('pending', 'approved') and expires_at <= ? order by entry",
  );
  return {
    row: (id) => byId.get(id) ?? null,
    find(idOrPrefix) {
      const exact = byId.get(idOrPrefix);
      if (exact !== undefined) return open(exact);
      if (idOrPrefix.length < shortestPrefix) return null;
      const [only, second] = byPrefix.all(idOrPrefix, `${idOrPrefix}${lastCharacter}`);
      return only === undefined || second !== undefined ? null : open(only);
    },
    list(query) {
      const { sql, values } = conditionsOf(query, clock.now());
      const rows = db
        .prepare(`select * from approvals ${sql} order by entry desc limit ?`)
        .all(...values, query.limit ?? defaultLimit);
      return rows.map(open);
    },
    hasEqual: ({ principal, session, argumentKey }) => anyEqual.get(principal, session, argumentKey) !== undefined,
    equal: (principal, session, argumentKey) => equal.all(principal, session, argumentKey),
    withStatus: (status) => withStatus.all(status),
    overdue: () => overdue.all(clock.now()),
  };
}

/** A request over its time counts as expired, marked or not. */
const statusNow = "case when status in ('pending', 'approved') and expires_at <= ? then 'expired' else status end";

function conditionsOf(
  query: ApprovalQuery,
  now: number,
): { readonly sql: string; readonly values: readonly (string | number)[] } {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (query.statuses !== undefined) {
    // First by what is stored, for which there is an index: few requests of a long life are open.
    const stored = query.statuses.includes('expired') ? [...query.statuses, 'pending', 'approved'] : query.statuses;
    conditions.push(`status in (${placeholders(stored)})`, `${statusNow} in (${placeholders(query.statuses)})`);
    values.push(...stored, now, ...query.statuses);
  }
  for (const column of ['principal', 'session', 'tool'] as const) {
    const wanted = query[column];
    if (wanted === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(wanted);
  }
  return { sql: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
}

function placeholders(values: readonly string[]): string {
  return values.map(() => '?').join(', ');
}

function createChanges(db: DatabaseSync, seal: Seal, clock: Clock): Omit<RequestTable, keyof Lookups | 'open'> {
  const add =
    db.prepare(`insert into approvals(id, version, status, principal, session, tool, argument_key, request_hash, runtime_id, workspace,
    created_at, expires_at, decided_at, decided_by, answer, note, supersedes, superseded_by, delivered_at, body, arguments, outcome)
    values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, ?, null)`);
  const move = db.prepare('update approvals set status = ? where id = ? and status = ?');
  const claim = db.prepare(
    "update approvals set status = 'executing' where id = ? and status = 'approved' and request_hash = ? and expires_at > ?",
  );
  const decide = db.prepare(
    'update approvals set status = ?, decided_at = ?, decided_by = ?, answer = ?, note = ?, superseded_by = ? where id = ?',
  );
  const note = db.prepare('update approvals set note = ? where id = ?');
  const setOutcome = db.prepare('update approvals set outcome = ? where id = ?');
  const purge = db.prepare('update approvals set delivered_at = ?, arguments = null, outcome = null where id = ?');
  return {
    add(record) {
      const { caller } = record;
      add.run(
        record.id,
        recordVersion,
        record.status,
        caller.principal,
        caller.session,
        record.tool,
        record.argumentKey,
        record.requestHash,
        record.runtimeId,
        record.workspace,
        record.createdAt,
        record.expiresAt,
        record.decidedAt,
        record.decidedBy,
        record.answer,
        record.note,
        record.supersedes,
        record.supersededBy,
        sealBody(record, seal),
        sealArguments(record, seal),
      );
    },
    move: (id, from, to) => move.run(to, id, from).changes === 1,
    claim: (id, requestHash) => claim.run(id, requestHash, clock.now()).changes === 1,
    decide(id, decided) {
      decide.run(decided.status, clock.now(), decided.by, decided.answer, decided.note, decided.supersededBy, id);
    },
    note(id, text) {
      note.run(text, id);
    },
    setOutcome(id, outcome) {
      setOutcome.run(sealOutcome(id, outcome, seal), id);
    },
    purge(id) {
      purge.run(clock.now(), id);
    },
  };
}
