import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore, verifySqliteStore, type OpenStore } from '../../src/host/index.ts';
import { createManualClock, sampleEvent, sampleStart } from '../../src/testing/index.ts';
import { newHome, tamper, type SampleHome } from './sample-home.ts';

let home: SampleHome;
let opened: OpenStore[];

beforeEach(() => {
  home = newHome();
  opened = [];
});

afterEach(async () => {
  for (const store of opened) await store.close();
  home.remove();
});

async function open(more: Partial<Parameters<typeof openSqliteStore>[0]> = {}): Promise<OpenStore> {
  const { file, keysDir, headsFile } = home;
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const store = await openSqliteStore({
    file,
    keysDir,
    headsFile,
    workspace: '/workspace',
    clock,
    durability: 'process',
    create: true,
    ...more,
  });
  opened.push(store);
  return store;
}

/** A store with one event, closed. */
async function written(): Promise<void> {
  const store = await open();
  await store.journal.append([sampleEvent({ n: 1 })]);
  await store.close();
}

async function expectRefusal(code: string, message: RegExp, more: Parameters<typeof open>[0] = {}): Promise<void> {
  await expect(open(more)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
}

describe('a store that cannot be opened', () => {
  it('is refused untouched where a newer version wrote it, with both versions', async () => {
    await written();
    tamper(home, (db) => db.exec('pragma user_version = 999'));
    const before = readFileSync(home.file);
    await expectRefusal('store_newer', /version 999, this program knows 1/);
    expect(readFileSync(home.file).equals(before)).toBe(true);
  });

  it('is not made where it was not to be', async () => {
    await expectRefusal('store_unavailable', /There is no store at .*gatehouse init/, { create: false });
    expect(existsSync(home.file)).toBe(false);
  });

  it.each([
    [
      'text',
      'this is no database, and is longer than the header of one would be, which has a hundred bytes at its beginning.',
    ],
    ['bytes', Buffer.alloc(5_000, 0xa5)],
  ])('is left as it is where the file holds %s', async (_name, content) => {
    writeFileSync(home.file, content, { mode: 0o600 });
    await expectRefusal('store_unavailable', /it is not a database\. Move it away/);
    expect(readFileSync(home.file).equals(Buffer.from(content))).toBe(true);
  });

  it('is left as it is where it is the database of another program', async () => {
    tamper(home, (db) => db.exec('create table theirs(a); insert into theirs values(1)'));
    const before = readFileSync(home.file);
    await expectRefusal('store_unavailable', /a database of another program/);
    expect(readFileSync(home.file).equals(before)).toBe(true);
  });

  it('is refused where the file is a folder, or its folder a file', async () => {
    mkdirSync(home.file);
    await expectRefusal('store_unavailable', /it is a folder/);
    const inFile = join(home.path, 'note');
    writeFileSync(inFile, '');
    await expectRefusal('store_unavailable', /ENOTDIR/, { file: join(inFile, 'gatehouse.db') });
  });

  it('is refused where its folder is open to others', async () => {
    chmodSync(home.path, 0o755);
    await expectRefusal('store_unavailable', /other users can read it.*chmod 700/);
  });

  it('is refused where it was cut short, or damaged in the middle', async () => {
    const store = await open();
    for (let n = 0; n < 200; n++) await store.journal.append([sampleEvent({ n })]);
    await store.close();
    const whole = readFileSync(home.file);
    truncateSync(home.file, Math.floor(whole.length / 2));
    await expectRefusal('store_unavailable', /damaged or cut short/);
    writeFileSync(home.file, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0x11)]));
    await expect(open().then((damaged) => damaged.journal.events({}))).rejects.toMatchObject({
      code: 'store_unavailable',
    });
  });

  it('is not begun anew where it was emptied', async () => {
    await written();
    truncateSync(home.file, 0);
    await expectRefusal('store_unavailable', /holds no event, though .* says that it did/);
  });

  it('is refused where its keys are gone or are others, and opens again with them', async () => {
    await written();
    const seal = join(home.keysDir, 'approval-seal');
    const key = readFileSync(seal);
    writeFileSync(seal, Buffer.alloc(32, 7));
    await expectRefusal('store_unavailable', /sealed with another key/);
    writeFileSync(seal, 'short');
    await expectRefusal('store_unavailable', /holds 5 bytes and a key has 32/);
    writeFileSync(seal, key);
    expect(await (await open()).journal.events({})).toHaveLength(1);
  });

  it('goes on with a new signing key, and still checks what the old one signed', async () => {
    await written();
    const { rmSync } = await import('node:fs');
    rmSync(join(home.keysDir, 'audit-signing'));
    await written();
    expect(readdirSync(home.keysDir).filter((name) => name.endsWith('.pub'))).toHaveLength(2);
    expect(await verifySqliteStore(home)).toMatchObject({ problems: [], events: 2 });
  });

  it('is refused where another user may only read it', async () => {
    await written();
    const { code, message } = openAsAnother(0o400);
    expect(code).toBe('store_unavailable');
    expect(message).toMatch(/no permission \(EACCES\)/);
  });
});

/** In a process that has no rights but those the file gives. Root may write anything: then the home is given to another user first. */
function openAsAnother(mode: number): { readonly code: string; readonly message: string } {
  chmodSync(home.file, mode);
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [home.path, home.keysDir, home.file, home.headsFile]) chownSync(path, nobody, nobody);
  const script = fileURLToPath(new URL('./store-worker.ts', import.meta.url));
  const run = spawnSync(process.execPath, [script, home.path, 'append', '1'], {
    encoding: 'utf8',
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  return JSON.parse(run.stdout);
}

describe('a store that another process holds', () => {
  it('is waited for, and then refused, without holding up the event loop', async () => {
    const { journal, store } = await open({ lockWaitMs: 150 });
    await journal.append([sampleEvent({ n: 1 })]);
    const other = new DatabaseSync(home.file);
    other.exec('begin immediate');
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const writes = [journal.append([sampleEvent({ n: 2 })]), store.write({ movesPolicy: true })];
    const ends = await Promise.allSettled(writes);
    clearInterval(timer);
    expect(ends).toMatchObject([
      { status: 'rejected', reason: { code: 'store_locked' } },
      { status: 'rejected', reason: { code: 'store_locked' } },
    ]);
    expect(turns).toBeGreaterThan(5);
    expect(await journal.events({})).toHaveLength(1);
    other.exec('rollback');
    other.close();
    await journal.append([sampleEvent({ n: 3 })]);
    expect((await journal.events({})).map(({ envelope }) => envelope['n'])).toEqual([1, 3]);
  });

  it('takes what was waiting, in order, when it is let go', async () => {
    const { journal } = await open({ lockWaitMs: 5_000 });
    await journal.append([sampleEvent({ n: 1 })]);
    const other = new DatabaseSync(home.file);
    other.exec('begin immediate');
    const writes = [2, 3, 4].map((n) => journal.append([sampleEvent({ n })]));
    await new Promise((resolve) => setTimeout(resolve, 60));
    other.exec('rollback');
    other.close();
    expect((await Promise.all(writes)).flat().map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });

  it('is refused when it is opened, where not even reading is possible', async () => {
    await written();
    const other = new DatabaseSync(home.file);
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    await expectRefusal('store_locked', /held by another process/, { lockWaitMs: 100 });
    other.close();
  });

  it('finishes what waits before it closes, and takes nothing after that', async () => {
    const store = await open({ lockWaitMs: 5_000 });
    await store.journal.append([sampleEvent({ n: 1 })]);
    const other = new DatabaseSync(home.file);
    other.exec('begin immediate');
    const write = store.journal.append([sampleEvent({ n: 2 })]);
    const closing = store.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    other.exec('rollback');
    other.close();
    await closing;
    expect(await write).toHaveLength(1);
    await expect(store.journal.append([sampleEvent({ n: 3 })])).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.journal.events({})).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await verifySqliteStore(home)).toMatchObject({ problems: [], events: 2 });
  });
});

describe('a heads file that cannot be written', () => {
  it('lets calls go on for a while, then stops them, and loses no head', async () => {
    const store = await open({ signEvery: 4 });
    mkdirSync(home.headsFile, { recursive: true, mode: 0o700 });
    const { rmdirSync } = await import('node:fs');
    let written = 0;
    const failure = await (async () => {
      for (;;) {
        await store.journal.begin(sampleStart(1));
        written++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })().catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ code: 'store_unavailable', message: expect.stringMatching(/heads\.jsonl/) });
    expect(written).toBeGreaterThanOrEqual(4);
    expect(written).toBeLessThanOrEqual(9);
    rmdirSync(home.headsFile);
    await store.journal.append([sampleEvent({ n: 1 })]);
    await store.close();
    expect(await verifySqliteStore(home)).toMatchObject({ ok: true, events: written + 1 });
  });
});
