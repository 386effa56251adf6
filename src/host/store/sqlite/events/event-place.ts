// Where an event of a writer lies. Only every 64th is in an index, which would else be one page more to write for each event: from there
// the few in between are walked.
import type { DatabaseSync } from 'node:sqlite';
import { integerOf } from '../database/row.ts';

/** As the index `events_anchor` has it. */
const anchorEvery = 64;

/** Answers its position; null where there is no such event. */
export type FindPosition = (writer: string, seq: number) => number | null;

export function createEventPlace(db: DatabaseSync): FindPosition {
  const anchor = db.prepare(`select position from events where writer = ? and seq = ? and seq % ${anchorEvery} = 1`);
  const behind = db.prepare('select position from events where position >= ? and writer = ? and seq = ? limit 1');
  return (writer, seq) => {
    const anchored = anchor.get(writer, seq - ((seq - 1) % anchorEvery));
    const row = anchored === undefined ? undefined : behind.get(integerOf(anchored, 'position'), writer, seq);
    return row === undefined ? null : integerOf(row, 'position');
  };
}
