// gatehouse.lock and --frozen: what is not as locked is neither started nor called, and nothing is accepted.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createServerWorld, scripted, toldBy, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;
let told: string;
let script: string;
let lockFile: string;

const frozen = { env: { GATEHOUSE_FROZEN: '1' } };

beforeEach(() => {
  world = createServerWorld();
  told = join(world.folder, 'told');
  script = join(world.folder, 'server.mjs');
  lockFile = join(world.folder, 'gatehouse.lock');
  cpSync(join(root, 'test/programs/hostile-mcp.mjs'), script);
});

const entry = (behaviour = 'plain') => ({ command: process.execPath, args: [script, behaviour, told] });

/** A house whose server is accepted and locked, closed. */
async function locked(behaviour = 'plain'): Promise<void> {
  world.configure({ s: entry(behaviour) }, 'mode: full-auto');
  const house = await world.house();
  await house.accept('s');
  expect(await house.owner.lockServers()).toEqual({ paths: [lockFile], left: [] });
  await house.runtime.close();
}

describe('a lock', () => {
  it('has a line for each tool, no folder of its user and no value of a variable', async () => {
    world.configure({ s: { ...entry(), env: { API_TOKEN: 'Zq9-Tur-7kk-0815' } } });
    const house = await world.house();
    await house.accept('s');
    await house.owner.lockServers();
    const text = readFileSync(lockFile, 'utf8');
    expect(text).toMatch(/^ {8}"echo": "sha256-[0-9a-f]{64}",?$/m);
    expect(text).toMatch(/"command": "API_TOKEN=… \S*node '~\/server\.mjs' plain '~\/told'"/);
    expect(text).toMatch(/"script ~\/server\.mjs sha256-[0-9a-f]{64}"/);
    expect(text).not.toContain('0815');
    await house.owner.lockServers();
    expect(readFileSync(lockFile, 'utf8')).toBe(text);
  });

  it('of servers of .mcp.json lies beside that file', async () => {
    writeFileSync(join(world.workspace, '.mcp.json'), JSON.stringify({ mcpServers: { p: entry() } }));
    world.configure({});
    const before = await world.house();
    await before.owner.trustFolder(world.workspace, 'test');
    await before.runtime.close();
    const house = await world.house();
    await house.accept('p');
    expect((await house.owner.lockServers()).paths).toEqual([join(world.workspace, 'gatehouse.lock')]);
  });

  it('keeps what it says of a server that is not accepted here', async () => {
    await locked();
    const before = readFileSync(lockFile, 'utf8');
    world.configure({ s: { ...entry(), args: [script, 'hints', told] }, t: scripted('plain') });
    const house = await world.house();
    await house.accept('t');
    expect((await house.owner.lockServers()).left).toEqual(['s']);
    const after = JSON.parse(readFileSync(lockFile, 'utf8'));
    expect(after.servers.s).toEqual(JSON.parse(before).servers.s);
    expect(Object.keys(after.servers)).toEqual(['s', 't']);
  });

  it('keeps what it says of a server that is disabled here', async () => {
    await locked();
    const before = readFileSync(lockFile, 'utf8');
    world.configure({ s: { ...entry(), disabled: true }, t: scripted('plain') });
    const house = await world.house();
    await house.accept('t');
    expect((await house.owner.lockServers()).left).toEqual([]);
    const after = JSON.parse(readFileSync(lockFile, 'utf8'));
    expect(after.servers.s).toEqual(JSON.parse(before).servers.s);
  });

  it('starts nothing and accepts nothing by being there', async () => {
    await locked();
    rmSync(join(world.folder, 'home'), { recursive: true });
    const starts = toldBy(told);
    const house = await world.house({ livesOn: true });
    expect(await house.view('s')).toMatchObject({ state: 'not_accepted', tools: [], lock: { differences: [] } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(toldBy(told)).toBe(starts);
  });
});

describe('frozen', () => {
  it('what is as locked is called', async () => {
    await locked();
    const house = await world.house(frozen);
    expect(await house.view('s')).toMatchObject({ problem: null, lock: { isFrozen: true, differences: [] } });
    expect((await house.run('mcp_s_echo', { text: 'x' })).kind).toBe('completed');
    expect(house.reports).toEqual([]);
  });

  it('nothing is accepted, and nothing that was not accepted is started', async () => {
    await locked();
    world.configure({ s: entry(), t: scripted('plain', `${told}2`) });
    const house = await world.house(frozen);
    await expect(house.owner.reviewServer('t')).rejects.toThrow(/t is not in .*gatehouse\.lock/);
    await expect(house.owner.acceptServer('s', 'a'.repeat(64), 'test')).rejects.toMatchObject({
      code: 'not_permitted',
    });
    await expect(house.owner.lockServers()).rejects.toMatchObject({ code: 'not_permitted' });
    expect(existsSync(`${told}2`)).toBe(false);
  });

  it('a tool whose definition is not the locked one is left out alone, with both digests', async () => {
    await locked('changing');
    writeFileSync(`${told}.changed`, '');
    const between = await world.house();
    await between.accept('s');
    await between.runtime.close();
    const house = await world.house(frozen);
    expect(await house.names()).toEqual(['mcp_s_kept']);
    expect((await house.view('s')).lock?.differences).toEqual([
      expect.stringMatching(/^tool moved is sha256-[0-9a-f]{16}… in the lock, sha256-[0-9a-f]{16}… here$/),
    ]);
    expect(house.reports.join()).toContain('Frozen, MCP server s: tool moved is');
    expect((await house.run('mcp_s_kept', { text: 'x' })).kind).toBe('completed');
  });

  it('a script that is not the locked one is not started, though it was accepted', async () => {
    await locked();
    writeFileSync(script, `${readFileSync(script, 'utf8')}\n// One line more.\n`);
    const between = await world.house();
    await between.accept('s');
    await between.runtime.close();
    const starts = toldBy(told);
    const house = await world.house(frozen);
    expect(await house.names()).toEqual([]);
    await expect(house.owner.reviewServer('s')).rejects.toThrow(
      /in the lock and not here: script ~\/server\.mjs sha256-/,
    );
    expect(toldBy(told)).toBe(starts);
  });

  it('a script that changed since it was accepted is not even looked at by starting it', async () => {
    await locked();
    writeFileSync(script, `${readFileSync(script, 'utf8')}\n// One line more.\n`);
    const starts = toldBy(told);
    const house = await world.house(frozen);
    await expect(house.owner.reviewServer('s')).rejects.toThrow(/not what was accepted/);
    expect(toldBy(told)).toBe(starts);
  });

  it.each([
    ['without a lock', () => rmSync(lockFile), /there is no .*gatehouse\.lock/],
    [
      'with a lock that holds the marks of a merge',
      () => writeFileSync(lockFile, '<<<<<<< HEAD\n{}'),
      /marks of a merge/,
    ],
    [
      'with a lock of a newer version',
      () => writeFileSync(lockFile, '{"lockVersion": 2, "servers": {}}'),
      /lockVersion is 2/,
    ],
    [
      'with a lock that does not name it',
      () => writeFileSync(lockFile, '{"lockVersion": 1, "servers": {}}'),
      /s is not in/,
    ],
  ])('%s none of its tools is there', async (_what, change, why) => {
    await locked();
    change();
    const house = await world.house(frozen);
    expect(await house.names()).toEqual([]);
    expect((await house.view('s')).problem).toMatch(why);
  });

  it('is off where the variable says no, and on where it says anything else', async () => {
    await locked();
    rmSync(lockFile);
    for (const [value, count] of [
      ['0', 5],
      ['false', 5],
      ['', 5],
      ['yes', 0],
      ['nonsense', 0],
    ] as const) {
      const house = await world.house({ env: { GATEHOUSE_FROZEN: value } });
      expect((await house.names()).length).toBe(count);
      await house.runtime.close();
    }
  });
});
