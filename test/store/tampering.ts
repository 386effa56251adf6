// What a test of the audit trail does to a copy of a home, and what it must find there.
import type { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { VerifyReport } from '../../src/contract/index.ts';
import { verifySqliteStore } from '../../src/host/index.ts';
import { canonicalJson, chainHash } from '../../src/text/index.ts';
import { copyHome, tamper, type SampleHome } from './sample-home.ts';

export type Tampering = (db: DatabaseSync, copy: SampleHome) => void;

/** Tampers with a copy of the sample home and verifies it. */
export async function verifyAfter(home: SampleHome, work: Tampering): Promise<VerifyReport> {
  const copy = copyHome(home);
  try {
    tamper(copy, (db) => work(db, copy));
    return await verifySqliteStore(copy);
  } finally {
    copy.remove();
  }
}

export async function expectFoundIn(home: SampleHome, work: Tampering, message = /./): Promise<void> {
  const report = await verifyAfter(home, work);
  expect(report.ok).toBe(false);
  expect(report.problems.map((problem) => problem.message).join('\n')).toMatch(message);
}

export interface Event {
  readonly position: number;
  readonly writer: string;
  readonly seq: number;
  readonly envelope: string;
  readonly commitments: string;
  readonly previous: string;
  readonly hash: string;
}

export function events(db: DatabaseSync, where = '1'): Event[] {
  return db
    .prepare(`select * from events where ${where} order by position`)
    .all()
    .map((row) => ({
      position: Number(row['position']),
      writer: String(row['writer']),
      seq: Number(row['seq']),
      envelope: String(row['envelope']),
      commitments: String(row['commitments']),
      previous: String(row['previous']),
      hash: String(row['hash']),
    }));
}

/** The writer with the longest chain. */
export function longest(db: DatabaseSync): Event[] {
  const { writer } =
    db.prepare('select writer, count(*) as n from events group by writer order by n desc limit 1').get() ?? {};
  return events(db, `writer = '${String(writer)}'`);
}

/** What an attacker without the key can do: every hash from one event on is made to fit again. */
export function recompute(db: DatabaseSync, from: Event, change: (envelope: Record<string, unknown>) => void): void {
  const update = db.prepare('update events set envelope = ?, previous = ?, hash = ? where position = ?');
  let { previous } = from;
  for (const event of events(db, `writer = '${from.writer}' and seq >= ${from.seq}`)) {
    const envelope = JSON.parse(event.envelope);
    if (event.seq === from.seq) change(envelope);
    const text = canonicalJson(envelope);
    const hash = chainHash({ ...event, envelope: text, previous });
    update.run(text, previous, hash, event.position);
    previous = hash;
  }
}
