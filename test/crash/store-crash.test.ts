import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalRecord, RecordedEvent } from '../../src/contract/index.ts';
import { openSqliteStore, systemClock, verifySqliteStore, type OpenStore } from '../../src/host/index.ts';
import { newHome, type SampleHome } from '../store/sample-home.ts';
import { allEvents } from './all-events.ts';
import { openWitness, startProcess, type CrashProcess } from './crash-process.ts';

/** Enough for every boundary several times within CI's patience; `GATEHOUSE_CRASH_ROUNDS=500` for a long night. */
const rounds = Number(process.env['GATEHOUSE_CRASH_ROUNDS'] ?? 36);

/** Where a caller dies; `anywhere` is whenever the parent's kill comes. */
const boundaries = [
  'opened',
  'asked',
  'answered',
  'before-begin',
  'begun',
  'effected',
  'finished',
  'delivered',
  'closed',
  'none',
  'anywhere',
  'anywhere',
];

const script = fileURLToPath(new URL('./store-process.ts', import.meta.url));

let home: SampleHome;
let left: OpenStore;
let requests: readonly ApprovalRecord[];
let events: readonly RecordedEvent[];

beforeAll(
  async () => {
    home = newHome();
    await crashAll();
    const { file, keysDir, headsFile } = home;
    left = await openSqliteStore({
      file,
      keysDir,
      headsFile,
      workspace: '/workspace',
      clock: systemClock,
      durability: 'process',
      create: false,
    });
    requests = await left.journal.approvals({ limit: 1_000_000 });
    events = await allEvents(left);
  },
  60_000 + rounds * 2_000,
);

afterAll(async () => {
  await left.close();
  home.remove();
});

async function crashAll(): Promise<void> {
  const keepers = [startProcess(script, [home.path, 'keeper']), startProcess(script, [home.path, 'keeper'])];
  await Promise.all(keepers.map(({ ready }) => ready));
  for (let round = 0; round < rounds; round++) {
    const deadline = boundaries[round % boundaries.length] ?? 'none';
    const caller = startProcess(script, [home.path, 'caller', deadline]);
    if (deadline === 'anywhere') await killAnywhere(caller, round);
    await caller.ended;
    if (round % 6 === 5) await replace(keepers, round % 2);
  }
  await untilNothingIsOpen();
  writeFileSync(join(home.path, 'stop'), '');
  await Promise.all(keepers.map(({ ended }) => ended));
}

async function killAnywhere(caller: CrashProcess, round: number): Promise<void> {
  await caller.ready;
  // Spread over the first 60 ms, in which it asks, answers and runs a dozen times.
  await setTimeout((round * 7) % 60);
  caller.kill();
}

/** Keepers die as well, in the middle of whatever they do. */
async function replace(keepers: CrashProcess[], index: number): Promise<void> {
  keepers[index]?.kill();
  await keepers[index]?.ended;
  const next = startProcess(script, [home.path, 'keeper']);
  keepers[index] = next;
  await next.ready;
}

async function untilNothingIsOpen(): Promise<void> {
  const { file, keysDir, headsFile } = home;
  const store = await openSqliteStore({
    file,
    keysDir,
    headsFile,
    workspace: '/workspace',
    clock: systemClock,
    durability: 'process',
    create: false,
  });
  const deadline = performance.now() + 30_000;
  while ((await store.journal.approvals({ statuses: ['pending', 'approved', 'executing'] })).length > 0) {
    if (performance.now() > deadline) throw new Error('requests stayed open');
    await setTimeout(20);
  }
  await store.close();
}

/** How often each request stands in a witness, by the word before it. */
function counted(name: 'effects' | 'told', word?: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of openWitness(join(home.path, name)).read()) {
    const id = words.at(-1) ?? '';
    if (word === undefined || words[0] === word) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function recorded(kind: RecordedEvent['kind']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) {
    const id = event.envelope['approval'];
    if (event.kind === kind && typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function ids(...statuses: readonly string[]): readonly string[] {
  return requests.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
}

describe(`after ${rounds} rounds in which callers and keepers were killed at every boundary`, () => {
  it('there was something to see: ends of both kinds, and kills that hit', () => {
    expect(ids('completed').length).toBeGreaterThan(rounds / 3);
    expect(ids('interrupted').length).toBeGreaterThan(0);
    expect(counted('told', 'delivered').size).toBeGreaterThan(0);
  });

  it('no call ran twice', () => {
    expect([...counted('effects')].filter(([, times]) => times > 1)).toEqual([]);
  });

  it('every request came to an end: it ran, or was interrupted while it ran', () => {
    expect(requests.filter(({ status }) => status !== 'completed' && status !== 'interrupted')).toEqual([]);
  });

  it('what was approved and not claimed ran once, whoever died', () => {
    const effects = counted('effects');
    expect(ids('completed').filter((id) => effects.get(id) !== 1)).toEqual([]);
  });

  it('what started has its record, and what was left of it is marked as interrupted', () => {
    const started = recorded('policy_decision');
    const interrupted = recorded('tool_interrupted');
    const all = new Set([...requests.map(({ id }) => id), ...counted('effects').keys()]);
    expect([...all].filter((id) => started.get(id) !== 1)).toEqual([]);
    expect([...interrupted.keys()].toSorted()).toEqual([...ids('interrupted')].toSorted());
    expect([...interrupted.values()].every((times) => times === 1)).toBe(true);
  });

  it('every answer is recorded, one for each request, however many approvers raced', () => {
    const answers = recorded('approval_answered');
    expect([...answers.keys()].toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
    expect([...answers.values()].every((times) => times === 1)).toBe(true);
  });

  it('what a process was told is true', () => {
    const known = new Set(requests.map(({ id }) => id));
    for (const word of ['asked', 'answered', 'begun', 'finished', 'delivered']) {
      const told = counted('told', word);
      const wrong = [...told].filter(([id, times]) => !known.has(id) || times > 1);
      expect(wrong, `told ${word}`).toEqual([]);
    }
    const completed = new Set(ids('completed'));
    expect([...counted('told', 'finished').keys()].filter((id) => !completed.has(id))).toEqual([]);
    const delivered = new Set(requests.filter(({ deliveredAt }) => deliveredAt !== null).map(({ id }) => id));
    expect([...counted('told', 'delivered').keys()].filter((id) => !delivered.has(id))).toEqual([]);
  });

  it('the audit trail verifies', async () => {
    const report = await verifySqliteStore(home);
    expect(report.problems).toEqual([]);
    expect(report.events).toBe(events.length);
  });
});
