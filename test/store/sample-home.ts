// A home with a small but whole audit trail, for tests that tamper with it: two runtimes, answers, an edit, an erased value.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore, type OpenStore } from '../../src/host/index.ts';
import {
  createManualClock,
  sampleAnswer,
  sampleClaim,
  sampleEnd,
  sampleEvent,
  sampleRequest,
  sampleStart,
  type ManualClock,
} from '../../src/testing/index.ts';

export interface SampleHome {
  readonly path: string;
  readonly file: string;
  readonly keysDir: string;
  readonly headsFile: string;
  remove(): void;
}

export function homeAt(path: string): SampleHome {
  return {
    path,
    file: join(path, 'gatehouse.db'),
    keysDir: join(path, 'keys'),
    headsFile: join(path, 'audit', 'heads.jsonl'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export function newHome(): SampleHome {
  return homeAt(mkdtempSync(join(tmpdir(), 'gatehouse-home-')));
}

export function copyHome(home: SampleHome): SampleHome {
  const copy = newHome();
  cpSync(home.path, copy.path, { recursive: true });
  return copy;
}

export interface HomeOptions {
  readonly clock: ManualClock;
  readonly signEvery?: number;
}

export function openHomeStore({ file, keysDir, headsFile }: SampleHome, options: HomeOptions): Promise<OpenStore> {
  return openSqliteStore({
    file,
    keysDir,
    headsFile,
    workspace: '/workspace',
    durability: 'process',
    create: true,
    ...options,
  });
}

/** Closed, and everything in it signed. The chain of the first runtime has 30 events or more. */
export async function sampleHome(): Promise<SampleHome> {
  const home = newHome();
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const first = await openHomeStore(home, { clock, signEvery: 8 });
  const second = await openHomeStore(home, { clock, signEvery: 8 });
  for (let n = 0; n < 12; n++) {
    const { journal, store } = n % 3 === 2 ? second : first;
    const start = sampleStart(await store.policyRevision());
    await journal.begin(start);
    clock.advance(1);
    await journal.finish(sampleEnd(start));
    if (n % 4 === 3) await approveAndRun(n % 3 === 2 ? second : first, clock);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { journal } = first;
  const [kept] = await journal.append([sampleEvent({ about: 'erasure' }, { secret: 'hunter2', other: 'kept' })]);
  if (kept !== undefined) await journal.redact(kept.writer, kept.seq, ['secret'], 'a password');
  await journal.append([sampleEvent({ about: 'the end' })]);
  await first.close();
  await second.close();
  return home;
}

async function approveAndRun({ journal, store }: OpenStore, clock: ManualClock): Promise<void> {
  const place = { now: clock.now(), runtimeId: journal.lease.runtimeId };
  const denied = sampleRequest(place);
  await journal.ask(denied, [sampleEvent({ approval: denied.id })]);
  await journal.answer(sampleAnswer(denied, { answer: 'deny', note: 'not this one' }));
  const original = sampleRequest(place);
  const replacement = sampleRequest(place);
  await journal.ask(original, []);
  const edited = await journal.answer(sampleAnswer(original, { answer: 'edit', replacement }));
  if (!edited.ok) throw new Error('the edit was not taken');
  const claim = sampleClaim(edited.record, await store.policyRevision());
  await journal.begin(claim);
  await journal.finish(sampleEnd(claim));
}

/** Opens the database as a program would that knows nothing of us, and means harm. */
export function tamper<Result>({ file }: SampleHome, work: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
