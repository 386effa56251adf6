import type { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createManualClock,
  sampleAnswer,
  sampleEvent,
  sampleRequest,
  sampleStart,
  type ManualClock,
} from '../../../testing/index.ts';
import { memoryHeads } from '../audit/heads-file.ts';
import { temporaryKeyRing } from '../keys/key-ring.ts';
import { assembleStore, type OpenStore } from './assemble-store.ts';
import { openConnection, type Durability } from './database/connection.ts';

interface Assembled extends OpenStore {
  readonly db: DatabaseSync;
  readonly clock: ManualClock;
}

const leftovers: OpenStore[] = [];

afterEach(async () => {
  for (const store of leftovers.splice(0)) await store.close();
});

/** With its connection at hand, so that a test can play the disk. */
async function assembled(durability: Durability = 'process'): Promise<Assembled> {
  const file = ':memory:';
  const db = await openConnection({ file, durability, create: true, lockWaitMs: 0 });
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const parts = {
    file,
    db,
    durability,
    clock,
    keys: temporaryKeyRing(),
    headsFile: memoryHeads(),
    workspace: '/workspace',
    lockWaitMs: 0,
  };
  const store = await assembleStore({ ...parts, openReader: async () => ({ db, close: () => undefined }) });
  leftovers.push(store);
  return { ...store, db, clock };
}

describe('a full disk', () => {
  it('is said in a sentence, loses nothing that was written, and the chain goes on when there is room', async () => {
    const { journal, audit, db } = await assembled();
    db.exec(`pragma max_page_count = ${Number(db.prepare('pragma page_count').get()?.['page_count']) + 20}`);
    let written = 0;
    const failure = await (async () => {
      for (;;) {
        await journal.append([sampleEvent({ n: written }, { text: 'x'.repeat(2_000) }), sampleEvent({ n: written })]);
        written++;
      }
    })().catch((cause: unknown) => cause);
    expect(failure).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/the disk is full\. Make room/),
    });
    expect(written).toBeGreaterThan(3);
    expect(await journal.events({ limit: 1_000 })).toHaveLength(2 * written);
    db.exec('pragma max_page_count = 100000');
    const [receipt] = await journal.append([sampleEvent({ n: 'after' })]);
    expect(receipt?.seq).toBe(2 * written + 1);
    expect((await audit.verify()).problems).toEqual([]);
  });

  it('leaves a claim that could not be recorded unclaimed', async () => {
    const { journal, store, db, clock } = await assembled();
    const record = sampleRequest({ now: clock.now(), runtimeId: journal.lease.runtimeId });
    await journal.ask(record, []);
    await journal.answer(sampleAnswer(record));
    const approval = { id: record.id, requestHash: record.requestHash };
    const revision = await store.policyRevision();
    db.exec(`pragma max_page_count = ${Number(db.prepare('pragma page_count').get()?.['page_count'])}`);
    const large = sampleStart(revision, { approval, events: [sampleEvent({}, { text: 'x'.repeat(100_000) })] });
    await expect(journal.begin(large)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect((await journal.approval(record.id))?.status).toBe('approved');
    db.exec('pragma max_page_count = 100000');
    expect(await journal.begin(sampleStart(revision, { approval }))).toMatchObject({ ok: true });
  });
});

describe('an operation that fails in the middle', () => {
  it('leaves the chain as it was for the next one', async () => {
    const { journal, audit } = await assembled();
    await journal.append([sampleEvent({ n: 1 })]);
    await expect(journal.append([sampleEvent({ n: 2 }), sampleEvent({ at: 'reserved' })])).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(journal.append([sampleEvent({ text: '\ud800' })])).rejects.toThrow(TypeError);
    const [receipt] = await journal.append([sampleEvent({ n: 3 })]);
    expect(receipt?.seq).toBe(2);
    expect((await audit.verify()).problems).toEqual([]);
  });

  it('fails alone among those that share one wait for the disk', async () => {
    const { journal, audit } = await assembled('power');
    const writes = [1, 2, 'bad', 3, 4].map((n) =>
      journal.append([n === 'bad' ? sampleEvent({ kind: 'reserved' }) : sampleEvent({ n })]),
    );
    const ends = await Promise.allSettled(writes);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((await journal.events({})).map(({ envelope, seq }) => [envelope['n'], seq])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    expect((await audit.verify()).problems).toEqual([]);
  });

  it('leaves no lease of a runtime whose first write failed, and one when the next succeeds', async () => {
    const { journal, db } = await assembled();
    const leases = () => db.prepare('select count(*) as n from runtimes').get()?.['n'];
    await journal.changeCount();
    expect(leases()).toBe(0);
    await expect(journal.append([sampleEvent({ at: 'reserved' })])).rejects.toMatchObject({ code: 'internal' });
    expect(leases()).toBe(0);
    await journal.append([sampleEvent({ n: 1 })]);
    expect(leases()).toBe(1);
  });
});

describe('writes that share one wait for the disk', () => {
  it('commit together and keep their order, reads between them included', async () => {
    const { journal, db } = await assembled('power');
    let commits = 0;
    await journal.append([sampleEvent({ n: 0 })]);
    const before = await journal.changeCount();
    const writes = Array.from({ length: 30 }, (_, n) => journal.append([sampleEvent({ n: n + 1 })]));
    await Promise.all(writes);
    commits = (await journal.changeCount()) - before;
    expect(commits).toBe(1);
    expect(db.prepare('select count(*) as n from events').get()?.['n']).toBe(31);
  });
});

describe('what lies on the disk', () => {
  it('holds neither the arguments of a request nor its outcome in clear', async () => {
    const { journal, db, clock } = await assembled();
    const record = sampleRequest(
      { now: clock.now(), runtimeId: journal.lease.runtimeId },
      { arguments: { secret: 'the-launch-code' } },
    );
    await journal.ask(record, []);
    const bytes = Buffer.from(db.serialize());
    expect(bytes.includes('the-launch-code')).toBe(false);
    expect(bytes.includes(record.id)).toBe(true);
    expect((await journal.approval(record.id))?.arguments).toEqual({ secret: 'the-launch-code' });
  });

  it('keeps no bytes of a value that was erased', async () => {
    const { journal, db } = await assembled();
    const [receipt] = await journal.append([sampleEvent({ n: 1 }, { secret: 'hunter2'.repeat(2_000), other: 'kept' })]);
    expect(Buffer.from(db.serialize()).includes('hunter2')).toBe(true);
    await journal.redact(receipt?.writer ?? '', receipt?.seq ?? 0, ['secret'], 'a password');
    expect(Buffer.from(db.serialize()).includes('hunter2')).toBe(false);
  });

  it('does not open where a sealed part was moved to another request or changed', async () => {
    const { journal, db, clock } = await assembled();
    const place = { now: clock.now(), runtimeId: journal.lease.runtimeId };
    const [a, b] = [sampleRequest(place), sampleRequest(place)];
    await journal.ask(a, []);
    await journal.ask(b, []);
    db.prepare('update approvals set arguments = (select arguments from approvals where id = ?) where id = ?').run(
      a.id,
      b.id,
    );
    await expect(journal.approval(b.id)).rejects.toMatchObject({ code: 'store_unavailable' });
    db.prepare('update approvals set arguments = body where id = ?').run(a.id);
    await expect(journal.approval(a.id)).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
