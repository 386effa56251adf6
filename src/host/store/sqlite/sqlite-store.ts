// The Store over SQLite.
import { CapabilityError, type Store, type StoreChange } from '../../../contract/index.ts';
import type { WriteQueue } from './database/write-queue.ts';
import type { EventLog } from './events/event-log.ts';
import type { RecordTable } from './records/record-table.ts';
import type { Writes } from './sqlite-journal.ts';

export interface StoreParts {
  readonly queue: WriteQueue;
  readonly records: RecordTable;
  readonly writer: () => { readonly writes: Writes; readonly log: EventLog };
}

export function createSqliteStore({ queue, records, writer }: StoreParts): Store {
  return {
    get: (collection, id) => queue.read(() => records.get(collection, id)),
    list: (collection, group) => queue.read(() => records.list(collection, group)),
    write({ expects, puts = [], removes = [], events = [], movesPolicy }) {
      const { writes, log } = writer();
      return writes.run(() => {
        if (expects !== undefined) check(expects, records);
        for (const record of puts) records.put(record);
        for (const { collection, id } of removes) records.remove(collection, id);
        log.append(events);
        return movesPolicy ? records.movePolicy() : records.revision();
      });
    },
    policyRevision: () => queue.read(() => records.revision()),
  };
}

function check({ collection, id, group }: NonNullable<StoreChange['expects']>, records: RecordTable): void {
  if (records.get(collection, id)?.group === group) return;
  throw new CapabilityError('not_answerable', `${id} is not ${group} any more: somebody was first.`);
}
