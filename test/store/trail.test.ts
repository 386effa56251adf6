import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { verifyExport, verifySqliteStore, type OpenStore } from '../../src/host/index.ts';
import { createManualClock, sampleEvent } from '../../src/testing/index.ts';
import { canonicalJson } from '../../src/text/index.ts';
import { homeAt, newHome, openHomeStore, sampleHome, type SampleHome } from './sample-home.ts';

const leftovers: (() => unknown)[] = [];

afterEach(async () => {
  for (const undo of leftovers.splice(0).reverse()) await undo();
});

function keep(home: SampleHome): SampleHome {
  leftovers.push(() => home.remove());
  return home;
}

async function open(home: SampleHome, signEvery = 8): Promise<OpenStore> {
  const store = await openHomeStore(home, { clock: createManualClock(Date.UTC(2026, 0, 1)), signEvery });
  leftovers.push(() => store.close());
  return store;
}

async function append({ journal }: OpenStore, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await journal.append([sampleEvent({ n })]);
}

/** Signing happens behind the call that made it due. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function lines(home: SampleHome): readonly string[] {
  return readFileSync(home.headsFile, 'utf8').trimEnd().split('\n');
}

describe('the signed heads', () => {
  it('come with the first event, every so many events, when asked for, and at the end', async () => {
    const home = keep(newHome());
    const store = await open(home);
    expect(existsSync(home.headsFile)).toBe(false);
    await append(store, 1);
    await turn();
    expect(lines(home)).toHaveLength(1);
    await append(store, 8);
    await turn();
    expect(lines(home)).toHaveLength(2);
    await append(store, 1);
    await store.journal.sign();
    await store.journal.sign();
    expect(lines(home)).toHaveLength(3);
    await store.close();
    expect(
      lines(home)
        .map((line) => JSON.parse(line))
        .map(({ seq, closes }) => [seq, closes]),
    ).toEqual([
      [1, 0],
      [9, 0],
      [10, 0],
      [10, 1],
    ]);
  });

  it('say how far a chain is signed, and how much of it is not', async () => {
    const store = await open(keep(newHome()));
    await append(store, 1);
    await turn();
    await append(store, 5);
    const report = await store.audit.verify();
    expect(report).toMatchObject({ ok: true, events: 6, writers: [{ events: 6, signedTo: 1, unsigned: 5 }] });
  });

  it('lag behind by no more than twice the interval when nobody gives the event loop a turn', async () => {
    const store = await open(keep(newHome()));
    await append(store, 100);
    expect((await store.audit.verify()).writers[0]?.signedTo).toBeGreaterThan(100 - 17);
  });

  it('are ours alone on the disk, as are the database and the keys', async () => {
    const home = keep(newHome());
    const store = await open(home);
    await append(store, 1);
    await turn();
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const files = [
      home.file,
      `${home.file}-wal`,
      home.headsFile,
      join(home.keysDir, 'approval-seal'),
      join(home.keysDir, 'audit-signing'),
    ];
    expect(files.map(mode)).toEqual(files.map(() => '600'));
    expect(mode(home.keysDir)).toBe('700');
  });
});

describe('verifying', () => {
  it('holds in the middle of a day, and takes no part: no lease, no event, no head', async () => {
    const home = keep(newHome());
    const store = await open(home);
    await append(store, 20);
    await turn();
    const before = [await store.journal.changeCount(), lines(home).length];
    expect(await verifySqliteStore(home)).toMatchObject({ ok: true, events: 20 });
    expect([await store.journal.changeCount(), lines(home).length]).toEqual(before);
  });

  it('holds while others write, and gives the event loop its turn', async () => {
    const store = await open(keep(newHome()), 256);
    await append(store, 3_000);
    let turns = 0;
    const timer = setInterval(() => {
      turns++;
      void append(store, 1);
    }, 1);
    const report = await store.audit.verify();
    clearInterval(timer);
    expect(report.problems).toEqual([]);
    expect(turns).toBeGreaterThan(3);
  });

  it('holds for a runtime that was killed: its last events are there and not signed', async () => {
    const home = keep(newHome());
    const store = await open(home);
    await append(store, 12);
    const killed = keep(homeAt(`${home.path}-killed`));
    cpSync(home.path, killed.path, { recursive: true });
    expect(await verifySqliteStore(killed)).toMatchObject({ ok: true, events: 12 });
  });

  it('finds a database that was put back to an earlier state', async () => {
    const home = keep(newHome());
    const first = await open(home);
    await append(first, 3);
    await first.close();
    const earlier = readFileSync(home.file);
    const second = await open(home);
    await append(second, 3);
    await second.close();
    expect((await verifySqliteStore(home)).ok).toBe(true);
    writeFileSync(home.file, earlier);
    const report = await verifySqliteStore(home);
    expect(report.problems.map(({ message }) => message).join()).toMatch(/the store put back/);
  });
});

async function exported(
  store: OpenStore,
  query: Parameters<OpenStore['audit']['exportEvents']>[0],
): Promise<JsonObject[]> {
  return Array.fromAsync(store.audit.exportEvents(query, 'user:1000'));
}

function texts(of: readonly JsonObject[]): readonly string[] {
  return of.map((line) => canonicalJson(line));
}

describe('an export', () => {
  async function sampleStore(): Promise<OpenStore> {
    return open(keep(await sampleHome()));
  }

  it('verifies offline by the key id of the store, erased values and answers included', async () => {
    const store = await sampleStore();
    const all = await exported(store, {});
    const report = await verifyExport(texts(all), [store.keyId]);
    expect(report.problems).toEqual([]);
    expect(report.events).toBe((await store.audit.verify()).events);
    expect(all.filter(({ type }) => type === 'decision')).toHaveLength(6);
    expect(all.filter(({ withheld }) => withheld === true)).toEqual([]);
  });

  it('is recorded itself, and signed', async () => {
    const store = await sampleStore();
    await exported(store, { tool: 'file_read' });
    const [event] = await store.journal.events({ kinds: ['audit_exported'] });
    expect(event?.envelope).toEqual({ by: 'user:1000', query: { tool: 'file_read' } });
    expect((await store.audit.verify()).writers.every(({ unsigned }) => unsigned === 0)).toBe(true);
  });

  it('does not verify by another key, nor by none that is known', async () => {
    const all = texts(await exported(await sampleStore(), {}));
    const report = await verifyExport(all, ['0'.repeat(32)]);
    expect(report.ok).toBe(false);
    expect((await verifyExport(all, null)).ok).toBe(true);
  });

  it('of a part holds the values of that part alone, and verifies', async () => {
    const store = await sampleStore();
    const part = await exported(store, { kinds: ['approval_answered'] });
    expect((await verifyExport(texts(part), [store.keyId])).problems).toEqual([]);
    const events = part.filter(({ type }) => type === 'event');
    const whole = events.filter(({ withheld }) => withheld !== true);
    expect(whole.map(({ envelope }) => Object(envelope).kind)).toEqual(
      Array.from({ length: 6 }, () => 'approval_answered'),
    );
    expect(events.length).toBeGreaterThan(whole.length);
    expect(events.filter(({ withheld, values }) => withheld === true && values !== undefined)).toEqual([]);
  });

  it('of the end of a chain starts at a signed head, and does not hold what was before', async () => {
    const store = await sampleStore();
    const asked = await store.journal.events({ limit: 1 });
    const part = await exported(store, { since: asked[0]?.at ?? 0, limit: 1 });
    const total = (await store.audit.verify()).events;
    expect((await verifyExport(texts(part), [store.keyId])).problems).toEqual([]);
    expect(part.filter(({ type }) => type === 'event').length).toBeLessThan(total / 2);
    expect(part.filter(({ type, withheld }) => type === 'event' && withheld !== true)).toHaveLength(1);
  });

  it('holds the record of an erasure with the value that was erased, wherever that stands', async () => {
    const home = keep(newHome());
    const store = await open(home, 4);
    const [first] = await store.journal.append([
      sampleEvent({ about: 'x', tool: 'shell' }, { secret: 's', other: 'o' }),
    ]);
    await append(store, 20);
    await store.journal.redact(first?.writer ?? '', first?.seq ?? 0, ['secret'], 'r');
    const part = await exported(store, { tool: 'shell' });
    expect((await verifyExport(texts(part), [store.keyId])).problems).toEqual([]);
    expect(JSON.stringify(part)).not.toContain('"s"]');
  });

  it.each([
    ['cut before its last line', (all: string[]) => all.slice(0, -1)],
    ['cut in the middle', (all: string[]) => [...all.slice(0, -9), ...all.slice(-1)]],
    ['with an event less', (all: string[]) => all.filter((_, index) => index !== all.length - 20)],
    [
      'with an event changed',
      (all: string[]) => all.map((line) => line.replace('"effect":"ALLOW"', '"effect":"DENY"')),
    ],
    ['with a value changed', (all: string[]) => all.map((line) => line.replace('"a value"', '"another value"'))],
    [
      'with a value taken out',
      (all: string[]) => all.map((line) => line.replace(/"values":\{"note":\[[^\]]*\]\}/, '"values":{}')),
    ],
    ['with an answer changed', (all: string[]) => all.map((line) => line.replace('"not this one"', '"this one"'))],
    [
      'with an answer less',
      (all: string[]) => all.filter((line, index) => !(line.includes('"type":"decision"') && index % 2 === 0)),
    ],
    ['with its heads taken out', (all: string[]) => all.filter((line) => !line.includes('"type":"head"'))],
    ['with a head changed', (all: string[]) => all.map((line) => line.replace('"signedAt":17', '"signedAt":18'))],
  ])('%s does not verify', async (_name, change) => {
    const store = await sampleStore();
    const all = [...texts(await exported(store, {}))];
    const changed = change(all);
    expect(changed).not.toEqual(all);
    expect((await verifyExport(changed, [store.keyId])).ok).toBe(false);
  });

  it.each([
    ['nothing', []],
    ['no JSON', ['# events']],
    ['another document', ['{"type":"something"}']],
    ['a newer version', ['{"type":"gatehouse-audit","version":2,"keys":[],"bases":[]}']],
    ['a key that is none', ['{"type":"gatehouse-audit","version":1,"keys":[{"publicKey":"x"}],"bases":[]}']],
    [
      'a line of a kind that is not known',
      ['{"type":"gatehouse-audit","version":1,"keys":[],"bases":[]}', '{"type":"surprise"}'],
    ],
  ])('that is %s is refused with a sentence', async (_name, given) => {
    await expect(verifyExport(given, null)).rejects.toMatchObject({
      code: 'malformed_request',
      message: expect.stringMatching(/no audit export/),
    });
  });
});
