// What stays when everything but writing is taken away: two commits to a database on disk, of one row each and of the bytes that a call
// leaves. No gate that records before and after can cost less.
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BareCommits {
  call(): Promise<unknown>;
  close(): void;
}

/** Of an event with its values, before and after. */
const bytes = [2_200, 850] as const;

export function openBareCommits(): BareCommits {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 4000');
  db.exec('create table rows(position integer primary key, body text not null) strict');
  const begin = db.prepare('begin immediate');
  const insert = db.prepare('insert into rows(body) values(?)');
  const commit = db.prepare('commit');
  const bodies = bytes.map((count) => 'x'.repeat(count));
  return {
    async call() {
      for (const body of bodies) {
        begin.run();
        insert.run(body);
        commit.run();
      }
    },
    close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
