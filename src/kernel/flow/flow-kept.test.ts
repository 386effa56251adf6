import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Results } from '../../contract/index.ts';
import { createResults, openSqliteStore } from '../../host/index.ts';
import { createManualClock, createMemoryResults, type ManualClock } from '../../testing/index.ts';
import { effectOf, flowReasons, openGate } from '../../../test/harness/flow-gate.ts';
import { scriptedTool, textResult } from '../../../test/harness/scripted-tool.ts';
import { start, type TestGate, type TestGateOptions } from '../../../test/harness/test-gate.ts';

/** A store and kept results on disk, and a clock: what processes of one home share. */
function sharedHome() {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-flow-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const clock = createManualClock(start);
  const place = { file: join(home, 'gatehouse.db'), keysDir: join(home, 'keys'), headsFile: join(home, 'heads.jsonl') };
  const folder = join(home, 'results');
  const process = (more: TestGateOptions = {}): Promise<TestGate> =>
    openGate({
      clock,
      open: (at: ManualClock) =>
        openSqliteStore({ ...place, workspace: '/workspace', clock: at, durability: 'process', create: true }),
      results: createResults({ folder, key: Buffer.alloc(32, 7), clock }),
      ...more,
    });
  return { clock, folder, process };
}

describe('over processes and restarts', () => {
  it('a session stays marked, and its texts are known again', async () => {
    const { process } = sharedHome();
    const first = await process();
    await first.call('fetch');
    await first.opened.close();
    const second = await process();
    expect(flowReasons(await second.call('write', { path: './payload.sh' }))).toEqual(['flow:derived_target']);
    expect(await second.call('write', { path: 'notes/plan.md' })).toMatchObject({ kind: 'completed' });
    expect(flowReasons(await second.call('wipe'))).toEqual(['flow:untrusted_session']);
  });

  it('a text that another process was given counts at once', async () => {
    const { process } = sharedHome();
    const [one, other] = [await process(), await process()];
    expect(await one.call('write', { path: './payload.sh' })).toMatchObject({ kind: 'completed' });
    await other.call('fetch');
    expect(flowReasons(await one.call('write', { path: './payload.sh' }))).toEqual(['flow:derived_target']);
  });

  it('where the texts are gone, whatever the user did not say counts as derived', async () => {
    const { process, folder } = sharedHome();
    const first = await process();
    await first.call('fetch');
    await first.call('diary');
    await first.opened.close();
    rmSync(folder, { recursive: true });
    const second = await process();
    expect(flowReasons(await second.call('write', { path: 'notes/plan.md' }))).toEqual(['flow:derived_target']);
    const named = { userWords: 'write notes/plan.md' };
    expect(await second.call('write', { path: 'notes/plan.md' }, named)).toMatchObject({ kind: 'completed' });
    expect(effectOf(await second.call('get', { url: 'https://example.org/' }))).toBe('DENY');
  });

  it('a session that took in nothing for thirty days is another conversation', async () => {
    const { process, clock } = sharedHome();
    const first = await process();
    await first.call('fetch');
    await first.opened.close();
    clock.advance(31 * 24 * 60 * 60_000);
    const second = await process();
    expect(await second.call('wipe')).toMatchObject({ kind: 'completed' });
  });
});

describe('calls of one session at once', () => {
  it('are decided with the mark: what was allowed before it is decided anew before it starts', async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const gate = await openGate({
      wrapJournal: (journal) => ({
        ...journal,
        async begin(begun) {
          const first = meanwhile;
          if (begun.tool === 'wipe') meanwhile = null;
          if (begun.tool === 'wipe' && first !== null) await first();
          return journal.begin(begun);
        },
      }),
    });
    meanwhile = () => gate.call('fetch');
    const outcome = await gate.call('wipe');
    expect([outcome.kind, flowReasons(outcome)]).toEqual(['pending', ['flow:untrusted_session']]);
  });

  it('find every text that any of them was given', async () => {
    const { process } = sharedHome();
    const gate = await process();
    const texts = Array.from({ length: 20 }, (_, at) => `file-number-${at}-of-many.sh`);
    const named = texts.map((text, at) =>
      scriptedTool({ name: `page_${at}`, untrustedResult: true }, () => textResult(text)),
    );
    for (const { tool: page, loader } of named) gate.registry.register({ tool: page, loader });
    await Promise.all(named.map(({ tool: page }) => gate.call(page.name)));
    const outcomes = await Promise.all(texts.map((path) => gate.call('write', { path })));
    expect(outcomes.map(flowReasons)).toEqual(texts.map(() => ['flow:derived_target']));
  });
});

describe('very much text of others', () => {
  it('costs bounded room and time, and is known again or counts as unknown', async () => {
    const { process } = sharedHome();
    let piece = 0;
    const lines = () => Array.from({ length: 60_000 }, (_, at) => `${piece} ${at * 7919} of some log\n`).join('');
    const log = scriptedTool({ name: 'log', untrustedResult: true }, () => textResult(lines()));
    const gate = await process({ limits: { resultChars: 50_000 } });
    gate.registry.register(log);
    for (; piece < 40; piece += 1) await gate.call('log');
    const startedAt = performance.now();
    expect(flowReasons(await gate.call('write', { path: 'notes/plan.md' }))).toEqual(['flow:derived_target']);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    const said = { userWords: 'write notes/plan.md' };
    expect(await gate.call('write', { path: 'notes/plan.md' }, said)).toMatchObject({ kind: 'completed' });
  }, 60_000);

  it('of many sessions is known again in each, whatever was let go of in memory', async () => {
    const results = createMemoryResults();
    const log = scriptedTool({ name: 'log', untrustedResult: true }, (_args, { caller }) =>
      textResult(
        `only-of-${caller.session}.sh\n${Array.from({ length: 1_500 }, (_, at) => `${caller.session}${at * 7919}`).join(' ')}`,
      ),
    );
    const gate = await openGate({ results, limits: { resultChars: 50_000 } });
    gate.registry.register(log);
    const sessions = Array.from({ length: 150 }, (_, at) => `session_${at}`);
    for (const session of sessions) await gate.call('log', {}, { session });
    for (const round of [1, 2])
      for (const session of sessions.filter((_, at) => at % (round * 10) === 0)) {
        expect(flowReasons(await gate.call('write', { path: `only-of-${session}.sh` }, { session }))).toHaveLength(1);
        expect(await gate.call('write', { path: 'notes/plan.md' }, { session })).toMatchObject({ kind: 'completed' });
      }
  }, 60_000);
});

describe('a result that could not be kept', () => {
  const broken = (): Results => ({
    ...createMemoryResults(),
    keep: () => Promise.reject(new Error('The disk is full.')),
  });

  it('is withheld where others wrote it: nobody could tell later what came from it', async () => {
    const gate = await openGate({ results: broken() });
    expect(await gate.call('fetch')).toMatchObject({ kind: 'failed', code: 'content_withheld' });
  });

  it('is withheld where its session cannot be marked', async () => {
    const gate = await openGate();
    const { write } = gate.opened.store;
    Object.assign(gate.opened.store, {
      write: (writing: Parameters<typeof write>[0]) =>
        (writing.puts ?? []).some(({ collection }) => collection === 'session_labels')
          ? Promise.reject(new Error('The store is away.'))
          : write(writing),
    });
    const outcome = await gate.call('fetch');
    expect(outcome).toMatchObject({ kind: 'failed', code: 'content_withheld' });
    expect(JSON.stringify(outcome)).not.toContain('attacker.test');
  });

  it.each<[string, (gate: TestGate, results: Results) => void]>([
    [
      'marks',
      ({ opened }) => Object.assign(opened.store, { get: () => Promise.reject(new Error('The store is away.')) }),
    ],
    [
      'texts',
      (_gate, results) => Object.assign(results, { labelled: () => Promise.reject(new Error('The disk is away.')) }),
    ],
  ])('refuses what the rule is about while the %s cannot be read', async (_what, breakIt) => {
    const results = createMemoryResults();
    const gate = await openGate({ results });
    await gate.call('fetch');
    breakIt(gate, results);
    for (const [name, args] of [
      ['write', { path: './payload.sh' }],
      ['wipe', {}],
    ] as const)
      expect(await gate.call(name, args)).toMatchObject({ kind: 'refused', code: 'internal' });
  });

  it('is shown where it is our own', async () => {
    const gate = await openGate({ results: broken() });
    expect(await gate.call('look')).toMatchObject({ kind: 'completed', observation: { ref: null } });
  });
});

describe('calls that the rule has nothing to do with', () => {
  it('read neither marks nor texts', async () => {
    const asked: string[] = [];
    const results = createMemoryResults();
    const gate = await openGate({
      results: { ...results, labelled: (session, known) => (asked.push('texts'), results.labelled(session, known)) },
    });
    const { get } = gate.opened.store;
    Object.assign(gate.opened.store, {
      get: (collection: string, id: string) => (asked.push(collection), get(collection, id)),
    });
    await gate.call('look');
    expect(asked).toEqual([]);
    await gate.call('write', { path: 'a' });
    await gate.call('write', { path: 'b' });
    // Once a revision, both marks; no texts while nothing is marked.
    expect(asked).toEqual(['session_labels', 'session_labels']);
  });
});
