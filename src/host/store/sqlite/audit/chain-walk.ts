// Walks all chains of a store, its values, answers and heads, past a checker. Gives the event loop its turn every few milliseconds.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../../../../contract/index.ts';
import type { ChainChecker } from '../../audit/chain-checker.ts';
import type { ChainRow } from '../../audit/chain-row.ts';
import { headLine, readHead, type SignedHead } from '../../audit/signed-head.ts';
import { parsed } from '../../audit/stored-json.ts';
import { integerOf, optionalTextOf, textOf, type Row } from '../database/row.ts';

export interface WalkSource {
  /** Shows one state of the store from the first read to the last. */
  readonly db: DatabaseSync;
  readonly filed: FiledHeads;
}

/**
 * The lines of the heads file, read around the moment of that state while others may write: a head is committed before it is filed, and
 * filed before the next one of its writer is committed. Null where there is no file.
 */
interface FiledHeads {
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** Rows at a time: some milliseconds of hashing. */
const pieceRows = 250;
/** A signature takes as long as checking a dozen events. */
const pieceHeads = 25;

/** Yields how many events were checked so far. What was found is in the checker's report. */
export async function* walkChains(source: WalkSource, checker: ChainChecker): AsyncGenerator<number, void> {
  yield* walkHeads(source, checker);
  yield* walkEvents(source, checker);
  yield* walkOrphans(source, checker);
  yield* walkDecisions(source, checker);
}

async function* walkHeads({ db, filed }: WalkSource, checker: ChainChecker): AsyncGenerator<number, void> {
  const heads = db.prepare('select * from heads order by writer, seq, closes').all().map(headOf);
  for (let from = 0; from < heads.length; from += pieceHeads) {
    for (const head of heads.slice(from, from + pieceHeads)) checker.head(head);
    yield await turn(0);
  }
  compareHeads(heads, filed, checker);
}

/** Each side must have what the other has; only the last head of a writer may be missing in the file, where a crash came in between. */
function compareHeads(heads: readonly SignedHead[], filed: FiledHeads, checker: ChainChecker): void {
  const kept = new Set(heads.map(headLine));
  for (const line of new Set(filed.before)) {
    if (kept.has(line)) continue;
    const head = readHead(parsed(line) ?? {});
    if (head === null) checker.problem('', null, `The file of heads has a line that is no head: ${line.slice(0, 80)}`);
    else if (checker.head(head))
      checker.problem(
        head.writer,
        head.seq,
        'The signed head is not in the store: it was taken out, or the store put back.',
      );
  }
  const after = new Set(filed.after);
  const last = new Map(heads.map((head) => [head.writer, head]));
  for (const head of heads) {
    if (last.get(head.writer) === head || after.has(headLine(head))) continue;
    checker.problem(
      head.writer,
      head.seq,
      filed.after === null ? 'The file of signed heads is gone.' : 'The signed head is not in the file of heads.',
    );
  }
}

async function* walkEvents({ db }: WalkSource, checker: ChainChecker): AsyncGenerator<number, void> {
  const piece = db.prepare(`select e.position, e.writer, e.seq, e.envelope, e.commitments, e.previous, e.hash, v.fields
    from events e left join event_values v on v.position = e.position where e.position > ? order by e.position limit ?`);
  let position = 0;
  let checked = 0;
  for (let rows = piece.all(position, pieceRows); rows.length > 0; rows = piece.all(position, pieceRows)) {
    for (const row of rows) {
      checker.event(chainRow(row));
      position = integerOf(row, 'position');
    }
    checked += rows.length;
    yield await turn(checked);
  }
}

export function chainRow(row: Row): ChainRow {
  return {
    writer: textOf(row, 'writer'),
    seq: integerOf(row, 'seq'),
    envelope: textOf(row, 'envelope'),
    commitments: textOf(row, 'commitments'),
    previous: textOf(row, 'previous'),
    hash: textOf(row, 'hash'),
    fields: optionalTextOf(row, 'fields'),
    position: integerOf(row, 'position'),
    isWithheld: false,
  };
}

/** Values that belong to no event. */
async function* walkOrphans({ db }: WalkSource, checker: ChainChecker): AsyncGenerator<number, void> {
  const piece =
    db.prepare(`select v.position, e.position as event from event_values v left join events e on e.position = v.position
    where v.position > ? order by v.position limit ?`);
  const size = pieceRows * 20;
  let position = 0;
  for (let rows = piece.all(position, size); rows.length > 0; rows = piece.all(position, size)) {
    for (const row of rows) {
      position = integerOf(row, 'position');
      if (row['event'] === null)
        checker.problem('', null, `There are values for an event at position ${position}, and no such event.`);
    }
    yield await turn(0);
  }
}

async function* walkDecisions({ db }: WalkSource, checker: ChainChecker): AsyncGenerator<number, void> {
  const piece = db.prepare('select * from approval_decisions where approval_id > ? order by approval_id limit ?');
  let id = '';
  for (let rows = piece.all(id, pieceRows); rows.length > 0; rows = piece.all(id, pieceRows)) {
    for (const row of rows) {
      id = textOf(row, 'approval_id');
      checker.decision(decisionRow(row));
    }
    yield await turn(0);
  }
}

/** Every column: one that is added later is covered by the digest without a change here. */
export function decisionRow(row: Row): JsonObject {
  return Object.fromEntries(
    Object.keys(row).map((name) => [
      name,
      typeof row[name] === 'number' ? integerOf(row, name) : optionalTextOf(row, name),
    ]),
  );
}

export function headOf(row: Row): SignedHead {
  return {
    writer: textOf(row, 'writer'),
    seq: integerOf(row, 'seq'),
    hash: textOf(row, 'hash'),
    closes: integerOf(row, 'closes'),
    signedAt: integerOf(row, 'signed_at'),
    keyId: textOf(row, 'key_id'),
    signature: textOf(row, 'signature'),
  };
}

async function turn(checked: number): Promise<number> {
  await setImmediate();
  return checked;
}
