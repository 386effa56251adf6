// Reads events back: in the order in which they were committed, in pieces that do not hold the event loop for long.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import {
  eventKinds,
  type EventKind,
  type EventQuery,
  type JsonObject,
  type JsonValue,
  type RecordedEvent,
} from '../../../../contract/index.ts';
import { integerOf, optionalTextOf, readJsonObject, textOf, type Row } from '../database/row.ts';
import { damaged } from '../database/store-errors.ts';
import type { WriteQueue } from '../database/write-queue.ts';

/** Rows that one statement looks at: 10 ms or so where a rare event is searched for. */
const pieceRows = 10_000;
const defaultLimit = 50;
const largestLimit = 1_000;

export interface EventReader {
  find(query: EventQuery): Promise<readonly RecordedEvent[]>;
}

const columns = 'e.position, e.writer, e.seq, e.envelope, e.commitments, e.hash, v.fields';
const source = 'events e left join event_values v on v.position = e.position';

export function createEventReader(db: DatabaseSync, queue: WriteQueue): EventReader {
  const lastPosition = db.prepare('select coalesce(max(position), 0) as position from events');
  const positionOf = db.prepare('select position from events where writer = ? and seq = ?');
  /** For a cursor that names no event here: the start of a store, or the position of another store. */
  const positionAt = db.prepare('select coalesce(max(position), 0) as position from events where at <= ?');

  function startOf(after: NonNullable<EventQuery['after']>): number {
    const row = positionOf.get(after.writer, after.seq) ?? positionAt.get(after.at);
    return row === undefined ? 0 : integerOf(row, 'position');
  }

  async function newest(query: EventQuery, limit: number, last: number): Promise<readonly RecordedEvent[]> {
    const read = await pieceReader(query, 'desc');
    const found: RecordedEvent[] = [];
    for (let to = last; to > 0 && found.length < limit; to -= pieceRows) {
      found.push(...(await read(to - pieceRows, to, limit - found.length)));
    }
    return found.reverse();
  }

  async function following(query: EventQuery, limit: number, { from, last }: Range): Promise<readonly RecordedEvent[]> {
    const read = await pieceReader(query, 'asc');
    const found: RecordedEvent[] = [];
    for (let start = from; start < last && found.length < limit; start += pieceRows) {
      found.push(...(await read(start, Math.min(start + pieceRows, last), limit - found.length)));
    }
    return found;
  }

  /** Reads what matches behind one position and up to another. */
  async function pieceReader(query: EventQuery, order: 'asc' | 'desc') {
    const filter = filterOf(query);
    const sql = `select ${columns} from ${source} where e.position > ? and e.position <= ? ${filter.sql} order by e.position ${order} limit ?`;
    const statement = await queue.read(() => db.prepare(sql));
    return async (from: number, to: number, limit: number): Promise<readonly RecordedEvent[]> => {
      const rows = await queue.read(() => statement.all(from, to, ...filter.values, limit));
      if (to - from >= pieceRows) await setImmediate();
      return rows.map(recordedEvent);
    };
  }

  return {
    async find(query) {
      const limit = Math.min(Math.max(query.limit ?? defaultLimit, 0), largestLimit);
      const { after } = query;
      const last = await queue.read(() => integerOf(lastPosition.get() ?? {}, 'position'));
      if (after === undefined) return newest(query, limit, last);
      return following(query, limit, { from: await queue.read(() => startOf(after)), last });
    },
  };
}

interface Range {
  readonly from: number;
  readonly last: number;
}

export interface EventFilter {
  /** Conditions on columns of `e`, each behind an `and`. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

export function filterOf(query: EventQuery): EventFilter {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (sql: string, ...more: readonly SQLInputValue[]): void => {
    conditions.push(`and ${sql}`);
    values.push(...more);
  };
  if (query.kinds !== undefined) add(`e.kind in (${query.kinds.map(() => '?').join(', ')})`, ...query.kinds);
  if (query.tool !== undefined) add('e.tool = ?', query.tool);
  if (query.callId !== undefined) add('e.call = ?', query.callId);
  if (query.session !== undefined) add('e.session = ?', query.session);
  if (query.since !== undefined) add('e.at >= ?', query.since);
  return { sql: conditions.join(' '), values };
}

/** From a row with the columns that `createEventReader` selects. */
function recordedEvent(row: Row): RecordedEvent {
  const { at, kind, position: _position, ...envelope } = readJsonObject(textOf(row, 'envelope'), 'an event');
  if (typeof at !== 'number' || !isEventKind(kind)) throw damaged('an event');
  const commitments = readJsonObject(textOf(row, 'commitments'), 'an event');
  const kept = keptValues(optionalTextOf(row, 'fields'));
  const values = Object.fromEntries(
    Object.keys(commitments).map((field) => [field, Object.hasOwn(kept, field) ? (kept[field] ?? null) : null]),
  );
  return {
    writer: textOf(row, 'writer'),
    seq: integerOf(row, 'seq'),
    at,
    kind,
    envelope,
    values,
    hash: textOf(row, 'hash'),
  };
}

/** The values that were not erased, without their salts. */
function keptValues(fields: string | null): JsonObject {
  if (fields === null) return {};
  const kept = Object.entries(readJsonObject(fields, 'values of an event'));
  return Object.fromEntries(kept.map(([field, salted]) => [field, valueOf(salted)]));
}

function valueOf(salted: JsonValue): JsonValue {
  if (!Array.isArray(salted)) throw damaged('values of an event');
  // The pair of salt and value; isArray narrows to any[].
  const value: JsonValue | undefined = salted[1];
  return value ?? null;
}

const knownKinds: ReadonlySet<JsonValue | undefined> = new Set(eventKinds);

function isEventKind(kind: JsonValue | undefined): kind is EventKind {
  return knownKinds.has(kind);
}
