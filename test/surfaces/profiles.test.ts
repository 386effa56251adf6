// Profiles through a whole runtime: what one hides does not exist for its client, at lists, searches, descriptions and calls alike, and what
// is written into the configuration acts on the next call.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { openDaemonHome, stdioCaller } from '../../src/runtime/index.ts';
import { bridges, type Caller } from '../../src/contract/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { createServerWorld, scripted, type ServerHouse } from '../fixtures/server-world.ts';

async function everywhere({ runtime }: ServerHouse, caller: Caller, name: string): Promise<readonly boolean[]> {
  const { inline, deferred } = await runtime.presentTools(caller);
  const found = await runtime.searchTools(caller, name, { limit: 20 });
  const direct = await runtime.call({ tool: name, arguments: { value: {} }, caller });
  const carried = await runtime.call({ tool: bridges.call, arguments: { value: { name, arguments: {} } }, caller });
  const explained = await runtime.explain({ tool: name, arguments: { value: {} }, caller });
  const isUnknown = (code: string | undefined) => code === 'unknown_tool';
  return [
    (await runtime.tools(caller, {})).some((tool) => tool.name === name),
    [...inline, ...deferred].some((tool) => tool.name === name),
    found.tools.some((tool) => tool.name === name),
    (await runtime.describeTool(caller, name)).ok,
    !(direct.kind === 'refused' && isUnknown(direct.code)),
    !(carried.kind === 'refused' && isUnknown(carried.code)),
    !isUnknown(explained.refusal?.code),
    JSON.stringify(await runtime.capabilities(caller)).includes(name),
  ];
}

const all = (value: boolean) => Array.from({ length: 8 }, () => value);
const servers = JSON.stringify({ servers: { s: scripted('plain') } });

it('a tool that a profile hides is nowhere, and what it says does not tell it from one that is not there', async () => {
  const world = createServerWorld();
  const profiles = { narrow: { servers: ['s'], deny: ['mcp_s_die'] }, reading: { readOnly: true } };
  world.configure(
    { s: scripted('plain'), unseen: scripted('plain') },
    `mode: full-auto\nprofiles: ${JSON.stringify(profiles)}`,
  );
  const house = await world.house({ livesOn: true });
  await house.accept('s');
  const who = { userId: 7, workspace: world.workspace, session: 'one' };
  const narrow = stdioCaller(who, false, 'narrow');
  expect(await everywhere(house, narrow, 'mcp_s_echo')).toEqual(all(true));
  expect(await everywhere(house, narrow, 'mcp_s_die')).toEqual(all(false));
  expect(await everywhere(house, narrow, 'file_read')).toEqual(all(false));
  const { servers: told } = await house.runtime.capabilities(narrow);
  expect(told).toEqual([{ name: 's', state: 'ready', tools: 4 }]);
  const reading = stdioCaller(who, false, 'reading');
  expect(await everywhere(house, reading, 'mcp_s_echo')).toEqual(all(false));
  expect(await everywhere(house, stdioCaller(who, false, 'gone'), 'file_read')).toEqual(all(false));
  const refusal = async (name: string) => {
    const outcome = await house.runtime.call({ tool: name, arguments: { value: {} }, caller: narrow });
    return outcome.kind === 'refused' ? JSON.stringify([outcome.reason, outcome.hint]).replaceAll(name, 'NAME') : '';
  };
  expect(await refusal('mcp_s_die')).toBe(await refusal('mcp_s_dye'));
});

it('a profile that is written into the configuration, changed or taken out acts while its client is connected', async () => {
  const world = createServerWorld();
  const configure = (profiles: object) =>
    writeFileSync(world.configFile, `mode: full-auto\nmcp: ${servers}\nprofiles: ${JSON.stringify(profiles)}\n`);
  configure({});
  const house = await world.house({ livesOn: true });
  await house.accept('s');
  const client = stdioCaller({ userId: 7, workspace: world.workspace, session: 'one' }, false);
  const sees = async (caller: Caller) => (await house.runtime.tools(caller, {})).map(({ name }) => name);
  expect(await sees(client)).toContain('mcp_s_echo');
  configure({ mine: { for: ['stdio:7'], deny: ['mcp_*'] } });
  await expect.poll(() => sees(client), { timeout: 10_000 }).not.toContain('mcp_s_echo');
  const bound = { ...client, profiles: ['mine'] };
  expect(await sees(bound)).toContain('file_read');
  configure({});
  await expect.poll(() => sees(client), { timeout: 10_000 }).toContain('mcp_s_echo');
  expect(await sees(bound)).toEqual([]);
});

it.each(['legacy', 'auto'] as const)(
  'a client at /mcp?profile= (%s) has what that leaves, and nothing once it is gone',
  async (mode) => {
    const world = createServerWorld();
    const configure = (profiles: object) =>
      writeFileSync(world.configFile, `mode: full-auto\nprofiles: ${JSON.stringify(profiles)}\n`);
    configure({ narrow: { allow: ['calculate', 'file_*'] }, sums: { allow: ['calculate'] } });
    const { workspace } = world;
    const env = { HOME: world.folder, GATEHOUSE_HOME: join(world.folder, 'home'), GATEHOUSE_CONFIG: world.configFile };
    const report = () => undefined;
    const daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
    onTestFinished(() => daemon.close());
    const token = readFileSync(daemon.tokenFile, 'utf8').trim();
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    const url = new URL('/mcp?profile=narrow', daemon.url);
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    );
    const sees = async () => {
      const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
      return tools.map(({ name }) => name).toSorted();
    };
    const sum = async () => client.callTool({ name: 'calculate', arguments: { expression: '1+1' } });
    expect(await sees()).toEqual(['calculate', 'describe_tool', 'file_edit', 'file_read', 'file_write']);
    expect(await sum()).toMatchObject({ isError: false });
    await expect(client.callTool({ name: 'shell', arguments: { command: 'true' } })).rejects.toThrow('no tool named');
    configure({ sums: { allow: ['calculate'] } });
    await expect.poll(sees, { timeout: 10_000 }).toEqual([]);
    await expect(sum()).rejects.toThrow('no tool named');
  },
);
