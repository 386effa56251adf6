import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NewResult, Results } from '../../contract/index.ts';
import { createManualClock, createMemoryResults } from '../../testing/index.ts';
import { createResults } from './results.ts';
import type { ResultLimits } from './result-folder.ts';

const dayMs = 24 * 60 * 60_000;
const scope = { session: 'session_1', principal: 'user:1000' };
const label = { source: 'test', tool: 'fetch', trust: 'untrusted', private: false } as const;

function result(text: string, more: Partial<NewResult> = {}): NewResult {
  return { ...scope, label, callId: 'call_1', text, hidden: null, shown: null, alsoShown: '', use: 'last', ...more };
}

function openFolder(limits: Partial<ResultLimits> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = createManualClock(Date.UTC(2026, 0, 5));
  const process = (key = 7) => createResults({ folder, key: Buffer.alloc(32, key), clock, limits });
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return { folder, clock, process, files };
}

const all = new Set<string>();

describe.each<[string, () => Results]>([
  ['on disk', () => openFolder().process()],
  ['in memory', createMemoryResults],
])('results %s', (_where, open) => {
  it('are read back by their ref, whole, with their label and what was hidden', async () => {
    const results = open();
    const text = `head 😀 ${'x'.repeat(100_000)}\u0000\u202e tail`;
    const ref = await results.keep(result(text, { hidden: { from: 10, to: 20 } }));
    expect(await results.read(scope, ref)).toEqual({ ref, label, text, hidden: { from: 10, to: 20 } });
  });

  it('are unknown to another session, another principal and by another ref, all alike', async () => {
    const results = open();
    const ref = await results.keep(result('mine'));
    expect(await results.read({ ...scope, session: 'session_2' }, ref)).toBeNull();
    expect(await results.read({ ...scope, principal: 'token:other' }, ref)).toBeNull();
    for (const other of ['', 'res_', `${ref}x`, ref.slice(0, -1), '../../etc/passwd', '__proto__'])
      expect(await results.read(scope, other)).toBeNull();
    expect(await results.last({ ...scope, principal: 'token:other' })).toBeNull();
  });

  it('have a last one: of each caller, and never one that only hands on', async () => {
    const results = open();
    expect(await results.last(scope)).toBeNull();
    await results.keep(result('first'));
    await results.keep(result('second', { use: 'last_only' }));
    await results.keep(result('of another', { principal: 'token:other' }));
    await results.keep(result('handed on', { use: 'again' }));
    expect(await results.last(scope)).toMatchObject({ text: 'second' });
    await results.keep(result('third'));
    expect(await results.last(scope)).toMatchObject({ text: 'third' });
  });

  it('tell what was shown of marked texts, once each', async () => {
    const results = open();
    const own = { ...label, trust: 'trusted' } as const;
    await results.keep(result('0123456789', { hidden: { from: 3, to: 7 }, shown: '012[…]789', alsoShown: '{"a":1}' }));
    await results.keep(result('trusted', { label: own }));
    await results.keep(result('private', { label: { ...own, private: true }, principal: 'token:other' }));
    await results.keep(result('elsewhere', { session: 'session_2' }));
    const { complete, texts } = await results.labelled(scope.session, all);
    expect(complete).toBe(true);
    expect(texts.map(({ text, alsoShown }) => [text, alsoShown])).toEqual([
      ['012[…]789', '{"a":1}'],
      ['private', ''],
    ]);
    const known = new Set(texts.map(({ id }) => id));
    expect((await results.labelled(scope.session, known)).texts).toEqual([]);
  });
});

describe('kept results of a home', () => {
  it('lie sealed in files of the owner alone, and their names tell no ref', async () => {
    const { process, files, folder } = openFolder();
    const ref = await process().keep(result('a text that nobody else may read'));
    const [file = ''] = files();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'latin1')).not.toMatch(/nobody|session_1|user:1000/);
    expect(file.slice(folder.length)).not.toContain(ref);
  });

  it('are there for the next process, the last one too once it was closed', async () => {
    const { process } = openFolder();
    const first = process();
    const ref = await first.keep(result('long'));
    await first.keep(result('short', { use: 'last_only' }));
    expect(await process().last(scope)).toMatchObject({ text: 'long' });
    await first.close();
    const second = process();
    expect(await second.last(scope)).toMatchObject({ text: 'short' });
    expect(await second.read(scope, ref)).toMatchObject({ text: 'long' });
  });

  it.each<[string, (file: string) => void]>([
    ['changed', (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('x')]))],
    ['emptied', (file) => writeFileSync(file, '')],
  ])('are not believed when %s, and make the session incomplete', async (_how, change) => {
    const { process, files } = openFolder();
    const ref = await process().keep(result('text'));
    files().forEach(change);
    await expect(process().read(scope, ref)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await process().labelled(scope.session, all)).toEqual({ complete: false, texts: [] });
  });

  it('do not open with another key', async () => {
    const { process } = openFolder();
    const ref = await process().keep(result('text'));
    await expect(process(8).read(scope, ref)).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('of a session that never was are not complete: something of it may be gone', async () => {
    expect(await openFolder().process().labelled('nobody', all)).toEqual({ complete: false, texts: [] });
  });

  it('stay within the room of a session, the oldest gone first and told as gone', async () => {
    const { process } = openFolder({ sessionBytes: 3 * 4_096 });
    const results = process();
    const refs = [];
    for (const text of ['a', 'b', 'c', 'd']) refs.push(await results.keep(result(text.repeat(700))));
    const found = await Promise.all(refs.map((ref) => results.read(scope, ref)));
    expect(found.map((kept) => kept?.text[0])).toEqual([undefined, 'b', 'c', 'd']);
    expect(await results.labelled(scope.session, all)).toMatchObject({ complete: false });
    expect((await process().labelled(scope.session, all)).complete).toBe(false);
  });

  it('stay within the room of all', async () => {
    const { process, files } = openFolder({ allBytes: 20 * 4_096 });
    const results = process();
    for (let at = 0; at < 200; at += 1) await results.keep(result('x'.repeat(500), { session: `s${at}` }));
    await process().keep(result('x', { session: 'last' }));
    // A small file counts as the block that it takes; the marks of what is gone are empty.
    expect(files().filter((file) => statSync(file).size > 0)).toHaveLength(20);
  });

  it('go when they are old', async () => {
    const { process, clock } = openFolder();
    const ref = await process().keep(result('old'));
    clock.advance(31 * dayMs);
    const results = process();
    await results.keep(result('new', { session: 'another' }));
    expect(await results.read(scope, ref)).toBeNull();
    expect((await results.labelled(scope.session, all)).complete).toBe(false);
  });

  it('clean up what a process left that died while it wrote', async () => {
    const { process, clock, files } = openFolder();
    await process().keep(result('text'));
    const [file = ''] = files();
    writeFileSync(`${file}.draft`, 'half of');
    await process().keep(result('more'));
    expect(files().filter((name) => name.endsWith('.draft'))).toHaveLength(1);
    clock.advance(31 * dayMs);
    await process().keep(result('much later', { session: 'another' }));
    expect(files().filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  it('leave alone what is none of theirs', async () => {
    const { process, folder, files } = openFolder();
    writeFileSync(join(folder, 'note.txt'), 'mine');
    await process().keep(result('text'));
    expect(await process().last(scope)).toMatchObject({ text: 'text' });
    expect(files()).toHaveLength(2);
  });

  it('refuse to be kept where the folder cannot be written', async () => {
    const { folder } = openFolder();
    writeFileSync(join(folder, 'file'), '');
    const results = createResults({
      folder: join(folder, 'file'),
      key: Buffer.alloc(32),
      clock: createManualClock(0),
    });
    await expect(results.keep(result('text'))).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('do not hold more last results in memory than a bound: the others are on disk', async () => {
    const { process, files } = openFolder();
    const results = process();
    for (let at = 0; at < 150; at += 1)
      await results.keep(result(`text ${at}`, { session: `s${at}`, use: 'last_only' }));
    expect(files().length).toBe(50);
    expect(await results.last({ ...scope, session: 's0' })).toMatchObject({ text: 'text 0' });
    expect(await results.last({ ...scope, session: 's149' })).toMatchObject({ text: 'text 149' });
  });
});

describe('labelled texts of a session, where it is told when others wrote', () => {
  function twoProcesses() {
    const { folder, clock, files } = openFolder();
    let version = 1;
    const open = () =>
      createResults({
        folder,
        key: Buffer.alloc(32, 7),
        clock,
        othersWrote: () => version,
        limits: { sessionBytes: 64 * 4_096 },
      });
    return { own: open(), other: open(), files, moved: () => void (version += 1) };
  }

  async function ask(results: Results, known: Set<string>): Promise<readonly string[]> {
    const { texts } = await results.labelled(scope.session, known);
    for (const { id } of texts) known.add(id);
    return texts.map(({ text }) => text);
  }

  it('are the own ones as they come, each once, and those of others when something moved', async () => {
    const { own, other, moved } = twoProcesses();
    const known = new Set<string>();
    await own.keep(result('first'));
    expect(await ask(own, known)).toEqual(['first']);
    await own.keep(result('second'));
    await own.keep(result('third'));
    expect(await ask(own, known)).toEqual(['second', 'third']);
    expect(await ask(own, known)).toEqual([]);
    await other.keep(result('of another process'));
    moved();
    expect(await ask(own, known)).toEqual(['of another process']);
  });

  it('are told whole again to whoever has forgotten them', async () => {
    const { own } = twoProcesses();
    const known = new Set<string>();
    await own.keep(result('first'));
    await ask(own, known);
    await own.keep(result('second'));
    await ask(own, known);
    expect(await ask(own, new Set())).toEqual(['first', 'second']);
  });

  it('are known as incomplete once some went, and all of many are told', async () => {
    const { own } = twoProcesses();
    const known = new Set<string>();
    await own.keep(result('0'));
    await ask(own, known);
    for (let at = 1; at <= 60; at++) await own.keep(result(String(at)));
    expect(await ask(own, known)).toHaveLength(60);
    for (let at = 61; at <= 200; at++) await own.keep(result(String(at)));
    expect((await own.labelled(scope.session, known)).complete).toBe(false);
  });
});
