// What servers say while a call runs, through a whole runtime: to whoever called and to nobody else.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, JsonObject, Notice, Outcome } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import {
  createServerWorld,
  newerAsking,
  olderAsking,
  packaged,
  toldBy,
  type ServerHouse,
  type ServerWorld,
} from '../fixtures/server-world.ts';

let world: ServerWorld;
let file: string;

beforeEach(() => {
  world = createServerWorld();
  file = join(world.folder, 'told');
});

const older = () => olderAsking(file);
const newer = newerAsking;

interface Told {
  readonly outcome: Outcome;
  readonly notices: readonly Notice[];
}

async function telling(
  { runtime, caller }: ServerHouse,
  tool: string,
  { args = {}, as = {} }: { readonly args?: JsonObject; readonly as?: Partial<Caller> } = {},
): Promise<Told> {
  const notices: Notice[] = [];
  const outcome = await runtime.call({
    tool,
    arguments: { value: args },
    caller: { ...caller, ...as },
    onNotice: (notice) => notices.push(notice),
  });
  return { outcome, notices };
}

async function houseWith(server: JsonObject): Promise<ServerHouse> {
  world.configure({ s: server }, 'mode: full-auto');
  const house = await world.house();
  await house.accept('s');
  return house;
}

it.each([
  ['older', older],
  ['newer', newer],
])('a server of the %s era tells how far a call is, and lines of its log from info on', async (_era, server) => {
  const house = await houseWith(server());
  const { outcome, notices } = await telling(house, 'mcp_s_steps');
  expect(text(outcome)).toContain('three steps');
  expect(notices).toEqual(
    expect.arrayContaining([
      { kind: 'progress', progress: 1, total: 3, message: 'step 1' },
      { kind: 'log', level: 'info', logger: 'script', data: 'line 1' },
      { kind: 'progress', progress: 3, total: 3, message: 'step 3' },
    ]),
  );
});

it('an older server is asked for its log once, where it has one', async () => {
  await houseWith(older());
  await expect.poll(() => toldBy(file), { timeout: 10_000 }).toContain('level info');
});

it('server-everything tells its long operation step by step', async () => {
  const house = await houseWith(packaged('server-everything'));
  const args = { duration: 1, steps: 4 };
  const { outcome, notices } = await telling(house, 'mcp_s_trigger-long-running-operation', { args });
  expect(text(outcome)).toContain('completed');
  expect(notices.filter(({ kind }) => kind === 'progress')).toMatchObject([
    { progress: 1, total: 4 },
    { progress: 2 },
    { progress: 3 },
    { progress: 4 },
  ]);
});

it('a flood reaches nobody as a flood, and is not recorded', async () => {
  const house = await houseWith(older());
  const { outcome, notices } = await telling(house, 'mcp_s_flood', { args: { times: 20_000 } });
  expect(text(outcome)).toContain('poured');
  expect(notices.length).toBeLessThan(1_500);
  expect(notices.findLast(({ kind }) => kind === 'progress')).toMatchObject({ progress: 20_000 });
  expect(notices.at(-1)).toMatchObject({ logger: 'gatehouse', data: expect.stringContaining('left out') });
  expect((await house.runtime.events({ limit: 1_000 })).length).toBeLessThan(10);
});

it('a line of log that could be of either of two sessions is told to neither', async () => {
  const house = await houseWith(older());
  const [mine, theirs] = await Promise.all([
    telling(house, 'mcp_s_steps'),
    telling(house, 'mcp_s_steps', { as: { session: 'another' } }),
  ]);
  for (const { notices } of [mine, theirs]) {
    expect(notices.filter(({ kind }) => kind === 'log')).toEqual([]);
    expect(notices.at(-1)).toMatchObject({ kind: 'progress', progress: 3 });
  }
});

describe('the limits of a call', () => {
  it('progress counts as activity', async () => {
    const house = await houseWith({ ...older(), timeout: '1s' });
    const { outcome } = await telling(house, 'mcp_s_progressing', { args: { times: 5, ms: 400 } });
    expect(text(outcome)).toContain('arrived');
  });

  it('silence ends it, and the error names both numbers', async () => {
    const house = await houseWith({ ...older(), timeout: '1s' });
    const { outcome } = await telling(house, 'mcp_s_sleep', { args: { ms: 5_000 } });
    expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringMatching(/1000 ms.*600000 ms/s) });
    await expect.poll(() => toldBy(file), { timeout: 10_000 }).toMatch(/cancelled \d+/);
  });
});
