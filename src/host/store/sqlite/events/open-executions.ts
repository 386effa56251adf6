// Which executions of this runtime have started and not ended. Not a table: their starts and ends are events, and this only knows from
// where on those that have not ended are found, so that a start and an end each write one row less.
import type { DatabaseSync } from 'node:sqlite';
import { readJsonObject, textOf } from '../database/row.ts';

export interface OpenExecutions {
  /** Within a transaction. `position` is that of the last event before. */
  started(callId: string, position: number): void;
  /** Within a transaction. */
  ended(callId: string): void;
  /** The position behind which every start without an end lies; null where all have ended. */
  watermark(): number | null;
  committed(): void;
  rolledBack(): void;
}

export function createOpenExecutions(): OpenExecutions {
  /** In the order of their starts. */
  const open = new Map<string, number>();
  let drafted: (() => void)[] = [];
  /** The first start that its transaction has not committed yet: a heartbeat may be written in the same transaction. */
  let firstDraft: number | null = null;
  const settle = (): void => {
    drafted = [];
    firstDraft = null;
  };
  return {
    started(callId, position) {
      firstDraft ??= position;
      drafted.push(() => open.set(callId, position));
    },
    ended: (callId) => void drafted.push(() => open.delete(callId)),
    watermark: () => open.values().next().value ?? firstDraft,
    committed() {
      for (const change of drafted) change();
      settle();
    },
    rolledBack: settle,
  };
}

/** A start of which the events know no end. */
export interface Unended {
  readonly call: string;
  readonly tool: string;
  readonly startedAt: number;
}

export interface UnendedSearch {
  /** Of that writer, behind that position, in the order of their starts. */
  find(writer: string, watermark: number): readonly Unended[];
}

/** What the log writes into the envelope of the event that starts or ends an execution. */
export const executionField = 'execution';

export function createUnendedSearch(db: DatabaseSync): UnendedSearch {
  const marked = db.prepare(`select writer, envelope from events
    where position > ? and ((writer = ? and envelope ->> '$.${executionField}' is not null) or kind = 'tool_interrupted') order by position`);
  return {
    find(writer, watermark) {
      const unended = new Map<string, Unended>();
      for (const row of marked.iterate(watermark, writer)) {
        const envelope = readJsonObject(textOf(row, 'envelope'), 'an event');
        const { call, tool, at } = envelope;
        if (typeof call !== 'string') continue;
        if (envelope[executionField] !== 'started') unended.delete(call);
        else
          unended.set(call, {
            call,
            tool: typeof tool === 'string' ? tool : '',
            startedAt: typeof at === 'number' ? at : 0,
          });
      }
      return [...unended.values()];
    },
  };
}
