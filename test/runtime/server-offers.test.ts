// What MCP servers have besides tools through a whole runtime: resources, prompts and completion are tools behind the one gate.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, packaged, toldBy, type ServerHouse, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;
let file: string;

beforeEach(() => {
  world = createServerWorld();
  file = join(world.folder, 'told');
});

const free = "mode: full-auto\npolicy: { flow: 'off' }";

function offering(behaviour: string): JsonObject {
  return { command: process.execPath, args: [join(root, 'test/programs/offering-mcp.mjs'), behaviour, file] };
}

async function houseWith(behaviour: string, more: JsonObject = {}): Promise<ServerHouse> {
  world.configure({ s: { ...offering(behaviour), ...more } }, free);
  const house = await world.house();
  await house.accept('s');
  return house;
}

const asked = (method: string) => toldBy(file).match(new RegExp(`^${method}$`, 'gm'))?.length ?? 0;

describe('server-everything', () => {
  async function everything(): Promise<ServerHouse> {
    world.configure({ everything: packaged('server-everything') }, free);
    const house = await world.house();
    await house.accept('everything');
    return house;
  }

  it('lists its resources and templates, and reads text and bytes of them', async () => {
    const house = await everything();
    const listed = text(await house.run('mcp_everything_list_resources'));
    expect(listed).toContain('demo://resource/static/document/features.md');
    expect(text(await house.run('mcp_everything_list_resources', { templates: true }))).toContain(
      'demo://resource/dynamic/text/{resourceId}',
    );
    const read = (uri: string) => house.run('mcp_everything_read_resource', { uri });
    expect(text(await read('demo://resource/static/document/features.md'))).toContain('#');
    const dynamic = await read('demo://resource/dynamic/text/7');
    expect(text(dynamic)).toContain('Resource 7: This is a plaintext resource');
    expect(dynamic).toMatchObject({ observation: { label: { trust: 'untrusted', source: 'everything' } } });
    const bytes = await read('demo://resource/dynamic/blob/7');
    expect(text(bytes)).toContain('demo://resource/dynamic/blob/7');
    expect(await read('demo://resource/none')).toMatchObject({
      kind: 'completed',
      observation: { isError: true, text: expect.stringContaining('The server refused the call') },
    });
  });

  it('lists its prompts, gets them made out, and completes their arguments', async () => {
    const house = await everything();
    expect(text(await house.run('mcp_everything_list_prompts'))).toContain('args-prompt [city, state?]');
    const prompt = await house.run('mcp_everything_get_prompt', { name: 'args-prompt', arguments: { city: 'Paris' } });
    expect(text(prompt)).toContain("What's weather in Paris?");
    expect(prompt).toMatchObject({ observation: { structured: { roles: ['user'] }, label: { trust: 'untrusted' } } });
    const complete = (args: JsonObject) => house.run('mcp_everything_complete_argument', args);
    const department = { prompt: 'completable-prompt', argument: 'department', value: 'S' };
    expect(await complete(department)).toMatchObject({ observation: { structured: { values: ['Sales', 'Support'] } } });
    const name = { prompt: 'completable-prompt', argument: 'name', value: '', known: { department: 'Sales' } };
    expect(text(await complete(name))).toContain('David');
    const id = { template: 'demo://resource/dynamic/text/{resourceId}', argument: 'resourceId', value: '7' };
    expect(text(await complete(id))).toContain('7');
    expect(await complete({ argument: 'name', value: '' })).toMatchObject({
      observation: { isError: true, text: expect.stringContaining('Give either prompt or template') },
    });
  });
});

describe('the gate', () => {
  it('asks for what is read as for every call of the server, and lists without a question', async () => {
    world.configure({ s: offering('plain'), trusted: { ...offering('plain'), trustReadOnly: true } });
    const house = await world.house();
    await Promise.all([house.accept('s'), house.accept('trusted')]);
    const uri = 'item://a';
    expect(await house.call('mcp_s_read_resource', { uri })).toMatchObject({ kind: 'pending' });
    expect(asked('resources/read')).toBe(0);
    expect(await house.call('mcp_s_get_prompt', { name: 'greet' })).toMatchObject({ kind: 'pending' });
    expect(await house.call('mcp_trusted_read_resource', { uri })).toMatchObject({ kind: 'completed' });
    expect(await house.call('mcp_s_list_resources')).toMatchObject({
      kind: 'completed',
      decision: { effect: 'ALLOW' },
    });
    expect(text(await house.run('mcp_s_read_resource', { uri }))).toContain('read item://a');
  });

  it('lets a rule name the resources that it is about', async () => {
    world.configure({ s: offering('plain') });
    const house = await world.house();
    await house.accept('s');
    const anything = { agent: null, action: null, window: null, note: null };
    const rule = { effect: 'ALLOW', tool: 'mcp_s_read_resource', target: 'item://free/*', ...anything } as const;
    await house.owner.addRule(rule, { broad: false, by: 'test' });
    expect(await house.call('mcp_s_read_resource', { uri: 'item://free/a' })).toMatchObject({ kind: 'completed' });
    expect(await house.call('mcp_s_read_resource', { uri: 'item://other' })).toMatchObject({ kind: 'pending' });
  });

  it('shows a guest none of it, and nobody anything before the server was accepted', async () => {
    world.configure({ s: offering('plain') });
    const house = await world.house();
    expect(await house.names()).toEqual([]);
    await house.accept('s');
    const caller = { ...house.caller, trust: 'guest', seesHidden: false } as const;
    for (const tool of ['mcp_s_list_resources', 'mcp_s_read_resource', 'mcp_s_get_prompt'])
      expect(await house.runtime.call({ tool, arguments: { value: {} }, caller })).toMatchObject({
        kind: 'refused',
        code: 'unknown_tool',
      });
  });

  it('refuses an address with control characters before the server sees it', async () => {
    const house = await houseWith('plain');
    for (const uri of ['item://a\nb', 'item://a\0', '', 'x'.repeat(5_000)])
      expect(await house.run('mcp_s_read_resource', { uri })).toMatchObject({ kind: 'refused', by: 'validate' });
    expect(asked('resources/read')).toBe(0);
  });
});

describe('the tools', () => {
  it('take no name of a tool of the server, which has its own with a hash', async () => {
    const house = await houseWith('plain');
    const names = await house.names();
    expect(names).toContain('mcp_s_read_resource');
    const [own = ''] = names.filter((name) => /^mcp_s_read_resource_[0-9a-f]{8}$/.test(name));
    expect(text(await house.run(own))).toContain("the server's own read_resource");
    expect(text(await house.run('mcp_s_read_resource', { uri: 'item://a' }))).toContain('read item://a');
  });

  it('are there for what the server has, also in the next runtime before it was asked', async () => {
    const house = await houseWith('plain');
    const names = await house.names();
    await house.runtime.close();
    const before = toldBy(file);
    const next = await world.house();
    expect(await next.names()).toEqual(names);
    expect(toldBy(file)).toBe(before);
    expect(text(await next.run('mcp_s_list_prompts'))).toContain('greet [who]');
  });

  it('are not there for what it has not', async () => {
    const house = await houseWith('bare');
    expect((await house.names()).filter((name) => /list_|complete/.test(name))).toEqual([]);
  });

  it('are taken, left and set like others by name', async () => {
    const house = await houseWith('plain', {
      exclude: ['get_prompt', 'complete_*'],
      tools: { read_resource: { hidden: true } },
    });
    const names = await house.names();
    expect(names).not.toContain('mcp_s_get_prompt');
    expect(names).not.toContain('mcp_s_complete_argument');
    const described = await house.runtime.describeTool({ ...house.caller, seesHidden: true }, 'mcp_s_read_resource');
    expect(described).toMatchObject({ ok: true, tool: { hidden: true } });
    expect((await house.view('s')).notices.join()).not.toContain('has no effect');
  });
});

describe('lists', () => {
  it('of 100,000 resources are cut, said to be, and read in pages', async () => {
    const house = await houseWith('many');
    const first = await house.run('mcp_s_list_resources');
    expect(text(first)).toContain('10000 resources, page 1 of 100');
    expect(text(first)).toContain('Not more than 10000 entries');
    expect(first).toMatchObject({ observation: { omittedChars: 0, structured: { total: 10_000, nextPage: 2 } } });
    expect(text(await house.run('mcp_s_list_resources', { page: 100 }))).toContain('item://9999');
    expect(text(await house.run('mcp_s_list_resources', { page: 101 }))).not.toContain('item://');
    expect(asked('resources/list')).toBe(10);
  });

  it('leave out names that nobody could read or send back', async () => {
    const house = await houseWith('names');
    const listed = await house.run('mcp_s_list_resources');
    expect(listed).toMatchObject({
      observation: {
        structured: {
          resources: [{ uri: 'item://good' }, { uri: 'item://nameless', name: 'item://nameless' }],
          notices: ['6 entries are left out: they are not what the protocol says.'],
        },
      },
    });
  });

  it('are read once until the server says of a change, however often it says so', async () => {
    const house = await houseWith('changing');
    const listed = async () => text(await house.run('mcp_s_list_resources'));
    expect(await listed()).not.toContain('item://b');
    await listed();
    expect(asked('resources/list')).toBe(1);
    writeFileSync(`${file}.changed`, '');
    await house.run('mcp_s_own');
    await expect.poll(listed).toContain('item://b');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await listed();
    expect(asked('resources/list')).toBeLessThan(10);
  });

  it('that cannot be read anew stay as they were, and are said to be older ones', async () => {
    const house = await houseWith('failing');
    await house.run('mcp_s_list_resources');
    writeFileSync(`${file}.changed`, '');
    await house.run('mcp_s_own');
    const listed = async () => text(await house.run('mcp_s_list_resources'));
    await expect.poll(listed).toContain('This is an older list: The list is not to be had.');
    expect(await listed()).toContain('item://a');
  });

  it.each([
    ['never come', 'mute', /could not be read: it did not answer within 2000 ms/],
    ['lead in a circle', 'circle', /leads in a circle/],
  ])(
    'that %s are an error, and the tools of the server go on',
    async (_what, behaviour, message) => {
      const house = await houseWith(behaviour, { startTimeout: '2s' });
      for (let times = 0; times < 4; times += 1)
        expect(await house.run('mcp_s_list_resources')).toMatchObject({
          kind: 'failed',
          message: expect.stringMatching(message),
        });
      expect(text(await house.run('mcp_s_own'))).toContain('own');
    },
    20_000,
  );
});

describe('what a server answers', () => {
  it.each([
    ['contents that are no list', 'read_resource', { uri: 'item://none' }, 'not what the protocol says'],
    ['a prompt of another shape', 'get_prompt', { name: 'garbage' }, 'not what the protocol says'],
    ['no prompt at all', 'get_prompt', { name: 'none' }, 'not what the protocol says'],
  ])('%s is an error that says so', async (_what, tool, args, message) => {
    const house = await houseWith('plain');
    expect(await house.run(`mcp_s_${tool}`, args)).toMatchObject({
      kind: 'completed',
      observation: { isError: true, text: expect.stringContaining(message) },
    });
  });

  it('in broken parts is told as what it is, and a text beyond the cap is read on', async () => {
    const house = await houseWith('plain');
    expect(await house.run('mcp_s_read_resource', { uri: 'item://broken' })).toMatchObject({ kind: 'completed' });
    expect(await house.run('mcp_s_read_resource', { uri: 'item://garbage' })).toMatchObject({ kind: 'completed' });
    const long = await house.run('mcp_s_read_resource', { uri: 'item://long' });
    expect(text(long)).toContain('read_content');
  });

  it('of 100 MB is not taken: the call ends, the state tells the line, and the server is used on', async () => {
    const house = await houseWith('plain', { timeout: '5s' });
    expect(await house.run('mcp_s_read_resource', { uri: 'item://huge' })).toMatchObject({ kind: 'failed' });
    expect(await house.view('s')).toMatchObject({ firstStray: expect.stringMatching(/a line of \d{9} bytes/) });
    expect(text(await house.run('mcp_s_read_resource', { uri: 'item://a' }))).toContain('read item://a');
  }, 30_000);
});
