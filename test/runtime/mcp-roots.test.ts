// The folders that a server is told of: those of its settings, in both eras, and none without.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, packaged, toldBy, type ServerHouse, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
});

async function houseWith(server: JsonObject): Promise<ServerHouse> {
  world.configure({ s: server }, 'mode: full-auto');
  const house = await world.house();
  await house.accept('s');
  return house;
}

const newer = (more: JsonObject = {}): JsonObject => ({
  command: process.execPath,
  args: [join(root, 'test/programs/modern-mcp.ts')],
  ...more,
});
const everything = (more: JsonObject = {}): JsonObject => ({ ...packaged('server-everything'), ...more });

it('server-everything is told the workspace where roots is true', async () => {
  const house = await houseWith(everything({ roots: true }));
  expect(text(await house.call('mcp_s_get-roots-list'))).toContain(pathToFileURL(world.workspace).href);
});

it('a server of the newer era is told those that are named, relative to the workspace', async () => {
  const house = await houseWith(newer({ roots: ['sub', '/srv/data', '~/notes'] }));
  const said = text(await house.call('mcp_s_roots'));
  for (const folder of [join(world.workspace, 'sub'), '/srv/data', join(world.folder, 'notes')])
    expect(said).toContain(pathToFileURL(folder).href);
});

it('without the setting a newer server is refused', async () => {
  const house = await houseWith(newer());
  expect(text(await house.call('mcp_s_roots'))).toMatch(/roots/);
  expect(text(await house.call('mcp_s_roots'))).not.toContain('file:');
});

it('without the setting an older server is not told that there is such a question', async () => {
  const file = join(world.folder, 'told');
  const server = { command: process.execPath, args: [join(root, 'test/programs/asking-mcp.mjs'), file] };
  await houseWith(server);
  const [, capabilities = ''] = /capabilities (.*)/.exec(toldBy(file)) ?? [];
  expect(JSON.parse(capabilities)).toEqual({ elicitation: { form: {}, url: {} } });
});
