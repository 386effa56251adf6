// Records in named collections, and the policy revision that moves with those that decide.
import type { DatabaseSync } from 'node:sqlite';
import type { StoredRecord } from '../../../../contract/index.ts';
import { canonicalJson } from '../../../../text/index.ts';
import { integerOf, optionalTextOf, readJsonObject, textOf, type Row } from '../database/row.ts';

export interface RecordTable {
  get(collection: string, id: string): StoredRecord | null;
  /** In order of first insertion. */
  list(collection: string, group?: string): readonly StoredRecord[];
  put(record: StoredRecord): void;
  remove(collection: string, id: string): void;
  revision(): number;
  /** Answers the new revision. */
  movePolicy(): number;
}

export function createRecordTable(db: DatabaseSync): RecordTable {
  const get = db.prepare('select * from records where collection = ? and id = ?');
  const all = db.prepare('select * from records where collection = ? order by entry');
  const grouped = db.prepare('select * from records where collection = ? and grouping = ? order by entry');
  const put = db.prepare(`insert into records(collection, id, grouping, version, body) values(?, ?, ?, ?, ?)
    on conflict(collection, id) do update set grouping = excluded.grouping, version = excluded.version, body = excluded.body`);
  const remove = db.prepare('delete from records where collection = ? and id = ?');
  const revision = db.prepare("select value from counters where name = 'policy_revision'");
  const move = db.prepare("update counters set value = value + 1 where name = 'policy_revision'");
  const readRevision = (): number => integerOf(revision.get() ?? {}, 'value');
  return {
    get(collection, id) {
      const row = get.get(collection, id);
      return row === undefined ? null : storedRecord(row);
    },
    list: (collection, group) =>
      (group === undefined ? all.all(collection) : grouped.all(collection, group)).map(storedRecord),
    put({ collection, id, group, version, body }) {
      put.run(collection, id, group, version, canonicalJson(body));
    },
    remove(collection, id) {
      remove.run(collection, id);
    },
    revision: readRevision,
    movePolicy() {
      move.run();
      return readRevision();
    },
  };
}

function storedRecord(row: Row): StoredRecord {
  return {
    collection: textOf(row, 'collection'),
    id: textOf(row, 'id'),
    group: optionalTextOf(row, 'grouping'),
    version: integerOf(row, 'version'),
    body: readJsonObject(textOf(row, 'body'), 'a record'),
  };
}
