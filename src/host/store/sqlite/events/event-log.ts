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
import { integerOf, textOf, type Row } from '../database/row.ts';
import { createOpenExecutions, executionField } from './open-executions.ts';

interface ChainHead {
  /** 0 before the first event. */
  readonly seq: number;
  readonly hash: string;
}

export interface EventLog {
  readonly writer: string;
  /** Only within a writing transaction. A receipt per event; its call is the field `call` of the envelope. */
  append(events: readonly NewEvent[]): readonly Receipt[];
  /** The same for the start and the end of an execution: the first of the events says so. */
  appendStart(callId: string, events: readonly NewEvent[]): readonly Receipt[];
  appendEnd(callId: string, events: readonly NewEvent[]): readonly Receipt[];
  /** Within a transaction: the position behind which every start of this writer lies that has no end yet. */
  watermark(): number;
  /** Whether an execution has started and not ended. */
  isExecuting(): boolean;
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
const ownFields = ['at', 'kind', 'position', executionField] as const;

/** `writer` must be new: its chain starts here. */
export function createEventLog(db: DatabaseSync, writer: string, clock: Clock): EventLog {
  const last = db.prepare('select max(position) as position from events');
  const lastOwn = db.prepare('select seq, hash from events where writer = ? order by seq desc limit 1');
  const addEvent = db.prepare(
    'insert into events(position, writer, seq, envelope, commitments, previous, hash) values(?, ?, ?, ?, ?, ?, ?)',
  );
  const addValues = db.prepare('insert into event_values(position, fields) values(?, ?)');
  const open = createOpenExecutions();
  let known: ChainHead | null = chainStart;
  let length = 0;

  function head(): ChainHead {
    known ??= headIn(lastOwn.get(writer));
    return known;
  }

  const lastPosition = (): number => positionIn(last.get());

  function add(event: NewEvent, stamp: Stamp): Receipt {
    const { seq: before, hash: previous } = head();
    const seq = before + 1;
    const envelope = canonicalJson(stamped(event, stamp));
    const { fields, commitments } = commitValues(event.values);
    const hash = chainHash({ writer, seq, previous, envelope, commitments });
    addEvent.run(stamp.position, writer, seq, envelope, commitments, previous, hash);
    if (fields !== '{}') addValues.run(stamp.position, fields);
    known = { seq, hash };
    const call = event.envelope['call'];
    return { callId: typeof call === 'string' ? call : '', writer, seq, hash };
  }

  /** Behind `last`; the first with `execution` in its envelope. */
  function addAll(events: readonly NewEvent[], last: number, execution?: 'started' | 'ended'): readonly Receipt[] {
    const at = clock.now();
    return events.map((event, index) => {
      const stamp = { at, position: last + index + 1 };
      return add(event, index > 0 || execution === undefined ? stamp : { ...stamp, [executionField]: execution });
    });
  }

  return {
    writer,
    head,
    length: () => length,
    committed() {
      length = known?.seq ?? length;
      open.committed();
    },
    rolledBack() {
      // Not simply set back: where a commit failed for want of an answer of the disk, the file says what is true.
      known = null;
      open.rolledBack();
    },
    append: (events) => (events.length === 0 ? [] : addAll(events, lastPosition())),
    appendStart(callId, events) {
      const position = lastPosition();
      open.started(callId, position);
      return addAll(events, position, 'started');
    },
    appendEnd(callId, events) {
      open.ended(callId);
      return addAll(events, lastPosition(), 'ended');
    },
    watermark: () => open.watermark() ?? lastPosition(),
    isExecuting: () => open.watermark() !== null,
  };
}

/** 0 where there is no event yet: the maximum of nothing is null. */
function positionIn(row: Row | undefined): number {
  const position = row?.['position'];
  return typeof position === 'number' ? position : 0;
}

const chainStart: ChainHead = { seq: 0, hash: genesisHash };

function headIn(row: Row | undefined): ChainHead {
  return row === undefined ? chainStart : { seq: integerOf(row, 'seq'), hash: textOf(row, 'hash') };
}

/** What the log adds to an envelope, besides the kind. */
interface Stamp extends JsonObject {
  readonly at: number;
  readonly position: number;
}

function stamped({ kind, envelope }: NewEvent, stamp: Stamp): JsonObject {
  for (const field of ownFields) {
    if (Object.hasOwn(envelope, field))
      throw new CapabilityError(
        'internal',
        `The envelope of a ${kind} event must not have a field ${field}: the store sets it.`,
      );
  }
  return { ...envelope, kind, ...stamp };
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
