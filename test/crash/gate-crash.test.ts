// The whole gate under kill -9: real processes over one home, killed before and after every statement of the store and around the effect,
// while two approvers race. Witnesses are a file of effects outside the database and the clients' own log.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalRecord, RecordedEvent } from '../../src/contract/index.ts';
import { openHome, openSqliteStore, systemClock, verifySqliteStore, type OpenStore } from '../../src/host/index.ts';
import { allEvents } from './all-events.ts';
import { openWitness, startProcess, type CrashProcess } from './crash-process.ts';

/** Enough to hit each stretch of a call's life within CI's patience; `GATEHOUSE_CRASH_ROUNDS=500` hits nearly each point. */
const rounds = Number(process.env['GATEHOUSE_CRASH_ROUNDS'] ?? 32);
const keeperLife = 9;
const effectPoints = [1, 2, 3].flatMap((run) => [`before-effect-${run}`, `after-effect-${run}`]);

const script = fileURLToPath(new URL('./gate-process.ts', import.meta.url));
const path = mkdtempSync(join(tmpdir(), 'gatehouse-gate-crash-'));
const home = openHome({ path: join(path, 'home'), create: true });
const place = { file: home.database, keysDir: home.keys, headsFile: home.auditHeads };

let left: OpenStore;
let requests: readonly ApprovalRecord[];
let events: readonly RecordedEvent[];
let kills = 0;
const broken: string[] = [];

beforeAll(
  async () => {
    mkdirSync(join(path, 'workspace'));
    await crashAll();
    left = await openStore();
    // As any runtime does when it starts: the last caller that was killed has nobody after it.
    await left.journal.recover();
    requests = await left.journal.approvals({ limit: 1_000_000 });
    events = await allEvents(left);
  },
  120_000 + rounds * 20_000,
);

afterAll(async () => {
  await left.close();
  rmSync(path, { recursive: true, force: true });
});

function openStore(): Promise<OpenStore> {
  return openSqliteStore({
    ...place,
    workspace: join(path, 'workspace'),
    clock: systemClock,
    durability: 'process',
    create: false,
  });
}

async function crashAll(): Promise<void> {
  // The life of a caller that nobody kills, for its length.
  const keepers = [startProcess(script, [path, 'keeper']), startProcess(script, [path, 'keeper'])];
  await Promise.all(keepers.map(({ ready }) => ready));
  await startProcess(script, [path, 'caller', 'never']).ended;
  const points = Number(witnessed('told').find(([word]) => word === 'points')?.[1]);
  for (let round = 0; round < rounds; round += 1) {
    const point = pointOf(round, points);
    const ended = await startProcess(script, [path, 'caller', point]).ended;
    if (ended === 'SIGKILL') kills += 1;
    else if (ended !== 0) broken.push(`round ${round}, point ${point}: ended with ${ended}`);
    if (round % keeperLife === keeperLife - 1) await replace(keepers, round % 2);
    const report = await verifySqliteStore(place);
    for (const problem of report.problems) broken.push(`round ${round}, point ${point}: ${problem.message}`);
  }
  await untilNothingIsOpen();
  writeFileSync(join(path, 'stop'), '');
  await Promise.all(keepers.map(({ ended }) => ended));
}

/** Every fourth caller dies around an effect, the others at points spread over a whole life. */
function pointOf(round: number, points: number): string {
  if (round % 4 === 3) return effectPoints[Math.floor(round / 4) % effectPoints.length] ?? 'never';
  return String(1 + Math.floor(((round + 0.5) / rounds) * points));
}

/** Approvers die as well, in the middle of whatever they do. */
async function replace(keepers: CrashProcess[], index: number): Promise<void> {
  keepers[index]?.kill();
  await keepers[index]?.ended;
  const next = startProcess(script, [path, 'keeper']);
  keepers[index] = next;
  await next.ready;
}

async function untilNothingIsOpen(): Promise<void> {
  const store = await openStore();
  const deadline = performance.now() + 60_000;
  while ((await store.journal.approvals({ statuses: ['pending', 'approved', 'executing'] })).length > 0) {
    if (performance.now() > deadline) throw new Error('requests stayed open');
    await setTimeout(50);
  }
  await store.close();
}

function witnessed(name: 'effects' | 'told'): readonly (readonly string[])[] {
  return openWitness(join(path, name)).read();
}

function idIn({ envelope }: RecordedEvent, field: 'call' | 'approval'): string {
  const id = envelope[field];
  return typeof id === 'string' ? id : '';
}

/** Kinds of events by their call. */
function kindsByCall(): ReadonlyMap<string, readonly RecordedEvent['kind'][]> {
  const grouped = Map.groupBy(events, (event) => idIn(event, 'call'));
  return new Map([...grouped].map(([callId, list]) => [callId, list.map(({ kind }) => kind)]));
}

function repeated(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => words.indexOf(word) !== at);
}

function approvalsIn(kind: RecordedEvent['kind']): readonly string[] {
  return events.filter((event) => event.kind === kind).map((event) => idIn(event, 'approval'));
}

const ends: ReadonlySet<string> = new Set(['tool_executed', 'tool_failed', 'tool_interrupted']);

describe(`after ${rounds} rounds in which callers were killed at points all over their lives`, () => {
  it('there was something to see: kills, ends of both kinds, and effects', () => {
    expect(broken).toEqual([]);
    expect(kills).toBeGreaterThan(rounds / 2);
    const kinds = new Set(events.map(({ kind }) => kind));
    for (const kind of ['tool_executed', 'tool_interrupted', 'approval_claimed', 'approval_answered'])
      expect(kinds).toContain(kind);
    expect(witnessed('effects').length).toBeGreaterThan(rounds);
  });

  it('no call ran twice, and no request did', () => {
    const effects = witnessed('effects');
    expect(repeated(effects.map(([callId = '']) => callId))).toEqual([]);
    expect(repeated(effects.map(([, token = '']) => token))).toEqual([]);
    expect(repeated(approvalsIn('approval_claimed'))).toEqual([]);
  });

  it('every call that started has its decision and its one end, and every effect belongs to such a call', () => {
    const starting = events.filter(
      ({ kind, envelope }) =>
        kind === 'approval_claimed' || (kind === 'policy_decision' && envelope['effect'] === 'ALLOW'),
    );
    const started = new Set(starting.map((event) => idIn(event, 'call')));
    const byCall = kindsByCall();
    const wrong = [...started].filter((callId) => {
      const kinds = byCall.get(callId) ?? [];
      return (
        kinds.filter((kind) => kind === 'policy_decision').length !== 1 ||
        kinds.filter((kind) => ends.has(kind)).length !== 1
      );
    });
    expect(wrong.map((callId) => [callId, ...(byCall.get(callId) ?? [])])).toEqual([]);
    expect(witnessed('effects').filter(([callId = '']) => !started.has(callId))).toEqual([]);
  });

  it('every call that ended by itself had its effect', () => {
    const effects = new Set(witnessed('effects').map(([callId]) => callId));
    const executed = events.filter(({ kind }) => kind === 'tool_executed').map((event) => idIn(event, 'call'));
    expect(executed.filter((callId) => !effects.has(callId))).toEqual([]);
  });

  it('every call that a client was answered has its record', () => {
    const requested = new Set(
      approvalsIn('tool_requested').filter((id) => requests.some((record) => record.id === id)),
    );
    const byCall = kindsByCall();
    const effects = new Map(witnessed('effects').map(([callId = '', token = '']) => [token, callId]));
    const answers = witnessed('told').filter(([word]) => word === 'answer');
    expect(answers.length).toBeGreaterThan(rounds);
    const wrong = answers.filter(([, token = '', kind, id = '']) => {
      if (kind === 'pending') return !requested.has(id);
      return kind !== 'completed' || effects.get(token) !== id || byCall.get(id)?.includes('tool_executed') !== true;
    });
    expect(wrong).toEqual([]);
  });

  it('every request was answered once and came to its end: what was approved ran once, or was interrupted while it ran', () => {
    expect(requests.filter(({ status }) => status !== 'completed' && status !== 'interrupted')).toEqual([]);
    const answered = approvalsIn('approval_answered');
    expect(answered.toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
    expect(approvalsIn('approval_claimed').toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
    const byCall = new Map(
      events
        .filter(({ kind }) => kind === 'approval_claimed')
        .map((event) => [idIn(event, 'approval'), idIn(event, 'call')]),
    );
    const effects = new Set(witnessed('effects').map(([callId]) => callId));
    expect(requests.filter(({ id, status }) => status === 'completed' && !effects.has(byCall.get(id) ?? ''))).toEqual(
      [],
    );
  });

  it('both approvers answered, and so did callers themselves', () => {
    const by = new Set(requests.map(({ decidedBy }) => decidedBy?.replace(/-\d+$/, '')));
    expect(by).toEqual(new Set(['caller', 'keeper']));
    expect(new Set(requests.map(({ decidedBy }) => decidedBy)).size).toBeGreaterThan(2);
  });

  it('the audit trail verifies', async () => {
    const report = await verifySqliteStore(place);
    expect(report.problems).toEqual([]);
    expect(report.events).toBe(events.length);
  });
});
