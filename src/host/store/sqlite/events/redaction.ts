// Erases values of recorded events: the bytes go, the commitments stay, and the erasure is an event itself.
import type { DatabaseSync } from 'node:sqlite';
import { CapabilityError } from '../../../../contract/index.ts';
import { canonicalJson } from '../../../../text/index.ts';
import { integerOf, readJsonObject, textOf } from '../database/row.ts';
import type { EventLog } from './event-log.ts';

interface Erasure {
  readonly writer: string;
  readonly seq: number;
  readonly fields: readonly string[];
  readonly reason: string;
}

export interface Redaction {
  /** Within a transaction. Fields that are gone already stay gone; throws `malformed_request` for what never was. */
  erase(erasure: Erasure): void;
  /** After it: makes the old bytes leave the file and its log. */
  scrub(): void;
}

export function createRedaction(db: DatabaseSync, log: EventLog): Redaction {
  const find = db.prepare('select position, commitments from events where writer = ? and seq = ?');
  const valuesOf = db.prepare('select fields from event_values where position = ?');
  const replace = db.prepare('update event_values set fields = ? where position = ?');
  return {
    erase({ writer, seq, fields, reason }) {
      const event = find.get(writer, seq);
      const place = `event ${seq} of ${writer}`;
      if (event === undefined) throw new CapabilityError('malformed_request', `There is no ${place}.`);
      const committed = readJsonObject(textOf(event, 'commitments'), 'an event');
      const never = fields.filter((field) => !Object.hasOwn(committed, field));
      if (never.length > 0)
        throw new CapabilityError(
          'malformed_request',
          `The ${place} has no field ${never.join(', ')}; it has ${Object.keys(committed).join(', ') || 'none'}.`,
        );
      const position = integerOf(event, 'position');
      const row = valuesOf.get(position);
      const kept = row === undefined ? {} : readJsonObject(textOf(row, 'fields'), 'values of an event');
      const going = [...new Set(fields)].filter((field) => Object.hasOwn(kept, field));
      if (going.length === 0) return;
      const left = Object.fromEntries(Object.entries(kept).filter(([field]) => !going.includes(field)));
      replace.run(canonicalJson(left), position);
      log.append([
        { kind: 'values_erased', envelope: { erased: { writer, seq, fields: going.sort() }, reason }, values: {} },
      ]);
    },
    scrub() {
      // Another process may be reading an older state: then its log goes with the next checkpoint.
      db.exec('pragma wal_checkpoint(truncate)');
    },
  };
}
