// What the owner's configuration says of single tools of a server, through a whole runtime.
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, scripted, type ServerWorld } from '../fixtures/server-world.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
});

async function houseWith(tools: JsonObject, { behaviour = 'plain', mode = 'full-auto' } = {}) {
  world.configure({ s: { ...scripted(behaviour), tools } }, `mode: ${mode}`);
  const house = await world.house();
  await house.accept('s');
  return house;
}

it('a new name is the one that is listed and called; the old one leads to it', async () => {
  const house = await houseWith({ echo: { rename: 'say' } });
  expect(await house.names()).toContain('mcp_s_say');
  expect(await house.names()).not.toContain('mcp_s_echo');
  expect(text(await house.run('mcp_s_say', { text: 'new' }))).toContain('new');
  expect(text(await house.run('mcp_s_echo', { text: 'old' }))).toContain('old');
});

it('a stored rule that denies a tool by its old name holds after the owner renamed it', async () => {
  world.configure({ s: scripted('plain') }, 'mode: full-auto');
  const house = await world.house();
  await house.accept('s');
  const rule = { effect: 'DENY', tool: 'mcp_s_echo', target: null, agent: null, action: null } as const;
  await house.owner.addRule({ ...rule, window: null, note: null }, { broad: false, by: 'test' });
  expect(await house.call('mcp_s_echo', { text: 'x' })).toMatchObject({ kind: 'refused' });
  world.configure({ s: { ...scripted('plain'), tools: { echo: { rename: 'say' } } } }, 'mode: full-auto');
  await expect.poll(house.names, { timeout: 10_000 }).toContain('mcp_s_say');
  for (const name of ['mcp_s_say', 'mcp_s_echo'])
    expect(await house.call(name, { text: 'x' })).toMatchObject({ kind: 'refused', decision: { effect: 'DENY' } });
});

it('a new name that another tool of the server has is given to the one that the owner named', async () => {
  const house = await houseWith({ echo: { rename: 'env' } });
  expect((await house.names()).filter((name) => name.startsWith('mcp_s_env'))).toEqual([
    'mcp_s_env',
    expect.stringMatching(/^mcp_s_env_[0-9a-f]{8}$/),
  ]);
  expect(text(await house.run('mcp_s_env', { text: 'echoed' }))).toContain('echoed');
});

it('description, class and hidden are those of the owner, for that tool alone', async () => {
  const house = await houseWith({
    echo: { description: 'Gives back what it was given.', policyClass: 'exec', hidden: true },
  });
  const caller = { ...house.caller, seesHidden: true };
  expect(await house.runtime.describeTool(caller, 'mcp_s_echo')).toMatchObject({
    tool: { description: 'Gives back what it was given.', policyClass: 'exec', hidden: true },
  });
  expect(await house.runtime.describeTool(caller, 'mcp_s_slow')).toMatchObject({
    tool: { description: 'Does slow.', policyClass: 'external_api', hidden: false },
  });
  expect(await house.names()).not.toContain('mcp_s_echo');
});

it('trust in the word of the server is for one tool, given or taken', async () => {
  const house = await houseWith({ look: { trustReadOnly: true } }, { behaviour: 'hints', mode: 'readonly' });
  expect((await house.call('mcp_s_look')).kind).toBe('completed');
  world.configure({ s: { ...scripted('hints'), trustReadOnly: true, tools: { look: { trustReadOnly: false } } } });
  const other = await world.house();
  await other.accept('s');
  expect((await other.call('mcp_s_look')).kind).toBe('pending');
});

it('a time limit is for one tool', async () => {
  const house = await houseWith({ hang: { timeout: '1s' } });
  expect(await house.run('mcp_s_hang')).toMatchObject({ kind: 'failed', message: expect.stringContaining('1000 ms') });
  expect(text(await house.run('mcp_s_slow'))).toContain('slow but sure');
});

it('a setting without effect is told with the name that was probably meant', async () => {
  world.configure({
    s: { ...scripted('plain'), exclude: ['die'], tools: { ecko: { hidden: true }, die: { hidden: true } } },
  });
  const house = await world.house();
  expect((await house.view('s')).notices).toEqual([
    'mcp.servers.s.tools.die has no effect: include and exclude leave that tool out.',
  ]);
  expect((await house.accept('s')).notices).toEqual([
    'mcp.servers.s.tools.die has no effect: include and exclude leave that tool out.',
    'mcp.servers.s.tools.ecko has no effect: the server lists no such tool. Did you mean echo?',
  ]);
});

it('the file of a project hides a tool and trusts none', async () => {
  const entry = {
    ...scripted('hints'),
    trustReadOnly: true,
    tools: { plain: { hidden: true }, look: { trustReadOnly: true } },
  };
  writeFileSync(join(world.workspace, '.mcp.json'), JSON.stringify({ mcpServers: { p: entry } }));
  world.configure({});
  const before = await world.house();
  await before.owner.trustFolder(world.workspace, 'test');
  await before.runtime.close();
  const house = await world.house();
  await house.accept('p');
  expect(await house.names()).toEqual(['mcp_p_both', 'mcp_p_look']);
  expect((await house.call('mcp_p_look')).kind).toBe('pending');
});
