// Appends events to the chain of this writer. Nobody else appends to it, so its head is kept in memory.
import type { DatabaseSync } from 'node:sqlite';
import {
  CapabilityError,
  type Clock,
  type JsonObject,
  type NewEvent,
  type Receipt,
} from '../../../../contract/index.ts';
import { canonicalJson, chainHash, commit, genesisHash, randomHex } from '../../../../text/index.ts';
import { integerOf, textOf } from '../database/row.ts';

interface ChainHead {
  /** 0 before the first event. */
  readonly seq: number;
  readonly hash: string;
}

export interface EventLog {
  readonly writer: string;
  /** Only within a writing transaction. A receipt per event; its call is the field `call` of the envelope. */
  append(events: readonly NewEvent[]): readonly Receipt[];
  /** Within a transaction: the head as it will be when that commits. */
  head(): ChainHead;
  /** Events of this writer that are committed. */
  length(): number;
  committed(): void;
  /** The head is read anew. */
  rolledBack(): void;
}

const saltBytes = 16;

/** What the log itself writes into an envelope. */
const ownFields = ['at', 'kind', 'position'] as const;

/** `writer` must be new: its chain starts here. */
export function createEventLog(db: DatabaseSync, writer: string, clock: Clock): EventLog {
  const lastPosition = db.prepare('select max(position) as position from events');
  const lastOwn = db.prepare('select seq, hash from events where writer = ? order by seq desc limit 1');
  const addEvent = db.prepare(
    'insert into events(position, writer, seq, envelope, commitments, previous, hash) values(?, ?, ?, ?, ?, ?, ?)',
  );
  const addValues = db.prepare('insert into event_values(position, fields) values(?, ?)');
  let known: ChainHead | null = { seq: 0, hash: genesisHash };
  let length = 0;

  function head(): ChainHead {
    if (known !== null) return known;
    const row = lastOwn.get(writer);
    known =
      row === undefined ? { seq: 0, hash: genesisHash } : { seq: integerOf(row, 'seq'), hash: textOf(row, 'hash') };
    return known;
  }

  function add(event: NewEvent, at: number, position: number): Receipt {
    const { seq: before, hash: previous } = head();
    const seq = before + 1;
    const envelope = canonicalJson(stamped(event, at, position));
    const { fields, commitments } = commitValues(event.values);
    const hash = chainHash({ writer, seq, previous, envelope, commitments });
    addEvent.run(position, writer, seq, envelope, commitments, previous, hash);
    if (fields !== '{}') addValues.run(position, fields);
    known = { seq, hash };
    const call = event.envelope['call'];
    return { callId: typeof call === 'string' ? call : '', writer, seq, hash };
  }

  return {
    writer,
    head,
    length: () => length,
    committed() {
      length = known?.seq ?? length;
    },
    rolledBack() {
      // Not simply set back: where a commit failed for want of an answer of the disk, the file says what is true.
      known = null;
    },
    append(events) {
      if (events.length === 0) return [];
      const at = clock.now();
      const last = lastPosition.get()?.['position'];
      let position = typeof last === 'number' ? last : 0;
      return events.map((event) => add(event, at, ++position));
    },
  };
}

function stamped({ kind, envelope }: NewEvent, at: number, position: number): JsonObject {
  for (const field of ownFields) {
    if (Object.hasOwn(envelope, field))
      throw new CapabilityError(
        'internal',
        `The envelope of a ${kind} event must not have a field ${field}: the store sets it.`,
      );
  }
  return { ...envelope, at, kind, position };
}

/** Written by hand and not through an object, so that each value is made canonical once for the commitment and the side table. */
function commitValues(values: JsonObject): { readonly fields: string; readonly commitments: string } {
  let fields = '';
  let commitments = '';
  for (const field of Object.keys(values).sort()) {
    const value = canonicalJson(values[field] ?? null);
    const salt = randomHex(saltBytes);
    const name = canonicalJson(field);
    const separator = fields === '' ? '{' : ',';
    fields += `${separator}${name}:["${salt}",${value}]`;
    commitments += `${separator}${name}:"${commit(salt, field, value)}"`;
  }
  return fields === '' ? { fields: '{}', commitments: '{}' } : { fields: `${fields}}`, commitments: `${commitments}}` };
}
