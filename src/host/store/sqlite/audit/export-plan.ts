// Which part of each chain an export holds: from a signed head before the first event that was asked for to one behind the last.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { CapabilityError, type EventQuery } from '../../../../contract/index.ts';
import type { SignedHead } from '../../audit/signed-head.ts';
import { isObject, parsed } from '../../audit/stored-json.ts';
import { integerOf, textOf } from '../database/row.ts';
import { filterOf, type EventFilter } from '../events/event-query.ts';
import { headOf } from './chain-walk.ts';

export interface ExportPlan {
  /** By writer. */
  readonly spans: ReadonlyMap<string, Span>;
  /** What was asked for: within these positions and by the filter; and the erasures of its values, by position. */
  readonly from: number;
  readonly to: number;
  readonly filter: EventFilter;
  readonly erasures: ReadonlySet<number>;
}

export interface Span {
  /** Null where the chain is exported from its first event on. */
  readonly base: SignedHead | null;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

interface Extent {
  first: number;
  last: number;
}

const pieceRows = 10_000;

export async function planExport(db: DatabaseSync, query: EventQuery): Promise<ExportPlan> {
  const filter = filterOf(query);
  const end = integerOf(
    db.prepare('select coalesce(max(position), 0) as position from events').get() ?? {},
    'position',
  );
  const from = query.after === undefined ? 0 : positionOf(db, query.after);
  const extents = new Map<string, Extent>();
  const to = await findAsked(db, { filter, from, end, limit: query.limit ?? Infinity }, extents);
  const erasures = findErasures(db, { filter, from, to }, extents);
  const spans = new Map([...extents].map(([writer, extent]) => [writer, spanOf(db, writer, extent)]));
  return { spans, from, to, filter, erasures };
}

function positionOf(db: DatabaseSync, { writer, seq }: NonNullable<EventQuery['after']>): number {
  const row = db.prepare('select position from events where writer = ? and seq = ?').get(writer, seq);
  if (row === undefined)
    throw new CapabilityError('malformed_request', `There is no event ${seq} of ${writer} to export from.`);
  return integerOf(row, 'position');
}

interface Search {
  readonly filter: EventFilter;
  readonly from: number;
  readonly end: number;
  readonly limit: number;
}

/** Widens the extents by what was asked for; answers the position of the last of it. */
async function findAsked(
  db: DatabaseSync,
  { filter, from, end, limit }: Search,
  extents: Map<string, Extent>,
): Promise<number> {
  const piece = db.prepare(
    `select e.position, e.writer, e.seq from events e where e.position > ? and e.position <= ? ${filter.sql} order by e.position`,
  );
  let left = limit;
  let last = from;
  for (let start = from; start < end && left > 0; start += pieceRows) {
    for (const row of piece.all(start, start + pieceRows, ...filter.values).slice(0, left)) {
      widen(extents, textOf(row, 'writer'), integerOf(row, 'seq'));
      last = integerOf(row, 'position');
      left--;
    }
    await setImmediate();
  }
  return last;
}

/** An erased value verifies by the event of its erasure: that comes along wherever it stands. */
function findErasures(
  db: DatabaseSync,
  { filter, from, to }: Omit<Search, 'end' | 'limit'> & { readonly to: number },
  extents: Map<string, Extent>,
): ReadonlySet<number> {
  const asked = db.prepare(
    `select 1 from events e where e.writer = ? and e.seq = ? and e.position > ? and e.position <= ? ${filter.sql}`,
  );
  const found = new Set<number>();
  for (const row of db
    .prepare("select position, writer, seq, envelope from events where kind = 'values_erased'")
    .all()) {
    const about = parsed(textOf(row, 'envelope'));
    if (!isObject(about?.['erased'])) continue;
    const { writer, seq } = about['erased'];
    if (
      typeof writer !== 'string' ||
      typeof seq !== 'number' ||
      asked.get(writer, seq, from, to, ...filter.values) === undefined
    )
      continue;
    found.add(integerOf(row, 'position'));
    widen(extents, textOf(row, 'writer'), integerOf(row, 'seq'));
  }
  return found;
}

function widen(extents: Map<string, Extent>, writer: string, seq: number): void {
  const known = extents.get(writer);
  if (known === undefined) extents.set(writer, { first: seq, last: seq });
  else Object.assign(known, { first: Math.min(known.first, seq), last: Math.max(known.last, seq) });
}

function spanOf(db: DatabaseSync, writer: string, { first, last }: Extent): Span {
  const before = db
    .prepare('select * from heads where writer = ? and seq < ? order by seq desc limit 1')
    .get(writer, first);
  const behind = db
    .prepare('select seq from heads where writer = ? and seq >= ? order by seq, closes limit 1')
    .get(writer, last);
  const base = before === undefined ? null : headOf(before);
  return { base, firstSeq: (base?.seq ?? 0) + 1, lastSeq: behind === undefined ? Infinity : integerOf(behind, 'seq') };
}
