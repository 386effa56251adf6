// What can be done here, and what one tool is: told by one function, so that every surface says the same, to the byte.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGatehouse, type Gatehouse } from '../../src/index.ts';
import { sessionModes, type JsonObject, type JsonValue } from '../../src/contract/index.ts';
import { commandLine, mcpCall, openWorld, type World } from './world.ts';

let world: World;
let library: Gatehouse;

beforeAll(async () => {
  world = await openWorld();
  library = await openGatehouse(world);
});

afterAll(async () => {
  await library.close();
  await world.close();
});

async function overCommandLine(argv: readonly string[]): Promise<string> {
  return (await commandLine(world, [...argv, '--json'])).stdout.trim();
}

async function overHttp(path: string): Promise<Response> {
  return fetch(`${world.daemon.url}${path}`, { headers: { authorization: `Bearer ${world.token}` } });
}

async function textOverHttp(path: string): Promise<string> {
  return (await overHttp(path)).text();
}

/** The structured result of a tool, as an MCP client gets it. */
async function overMcp(tool: string, args: JsonObject): Promise<JsonObject> {
  const { result } = await mcpCall(world, tool, args);
  return memberOf(result, 'structuredContent');
}

function memberOf(value: JsonValue | undefined, name: string): JsonObject {
  const member = Object(value)[name];
  return typeof member === 'object' ? member : expect.fail(`no ${name} in ${JSON.stringify(value)}`);
}

/** The same for a model: the structured result of a call through the library. */
async function overModel(tool: string, args: JsonObject, gatehouse: Gatehouse = library): Promise<JsonValue> {
  const outcome = await gatehouse.call(tool, args);
  return outcome.kind === 'completed' ? outcome.observation.structured : expect.fail(JSON.stringify(outcome));
}

const compact = (text: string): string => JSON.stringify(JSON.parse(text));

it('the report of capabilities is the same over every surface', async () => {
  const expected = JSON.stringify(await library.runtime.capabilities(library.caller));
  expect(compact(await overCommandLine(['capabilities']))).toBe(expected);
  expect(await textOverHttp('/api/capabilities')).toBe(expected);
  expect(JSON.stringify(await overMcp('describe_capabilities', {}))).toBe(expected);
  expect(JSON.stringify(await overModel('describe_capabilities', {}))).toBe(expected);
});

describe('a description', () => {
  it.each(['file_read', 'shell', 'sudo_shell', 'cat', 'tool_describe'])(
    'of %s is the same over every surface',
    async (name) => {
      const expected = JSON.stringify(
        (await library.describe(name).then((told) => (told.ok ? told : expect.fail(name)))).tool,
      );
      expect(compact(await overCommandLine(['tools', 'describe', name]))).toBe(expected);
      expect(compact(await overCommandLine(['capabilities', name]))).toBe(expected);
      expect(await textOverHttp(`/api/tools/${name}`)).toBe(expected);
      expect(await textOverHttp(`/api/capabilities?tool_name=${name}`)).toBe(expected);
      const told = await overMcp('describe_tool', { tool_name: name });
      expect(told).toMatchObject({ parameters: JSON.parse(expected).parameters, effect: JSON.parse(expected).effect });
      expect(JSON.stringify(await overModel('describe_tool', { tool_name: name }))).toBe(JSON.stringify(told));
      expect(JSON.stringify(await overModel('tool_describe', { name }))).toBe(JSON.stringify(told));
      const help = async (caller: Gatehouse) => (await caller.call('tool_help', { name })).kind;
      expect(await help(library)).toBe('completed');
    },
  );

  it.each([
    ['file_read', 200],
    ['%20file_read%20', 200],
    ['', 400],
    ['%20', 400],
    ['x'.repeat(201), 400],
    ['file_raed', 404],
    ['__proto__', 404],
  ])('asked for as tool_name=%s answers %d', async (name, status) => {
    expect((await overHttp(`/api/capabilities?tool_name=${name}`)).status).toBe(status);
  });
});

it('a search finds the same over every surface', async () => {
  const expected = JSON.stringify(await library.search('read a file', { limit: 3 }));
  expect(compact(await overCommandLine(['tools', 'search', 'read', 'a', 'file', '--limit', '3']))).toBe(expected);
  expect(await textOverHttp('/api/search?q=read%20a%20file&limit=3')).toBe(expected);
  for (const [query, status] of [
    ['', 400],
    ['?q=', 200],
    ['?q=x&limit=many', 400],
    ['?q=x&more=1', 400],
  ] as const)
    expect((await overHttp(`/api/search${query}`)).status, query).toBe(status);
});

it('a presentation is the same over HTTP and for a library, and stays so', async () => {
  const shown = await library.present();
  expect(await textOverHttp('/api/presentation')).toBe(JSON.stringify(shown));
  expect(await library.changesSince(shown)).toBe('');
  const without = { ...shown, inline: shown.inline.filter(({ name }) => name !== 'note') };
  expect(await library.changesSince(without)).toContain('Tools added: note.');
});

it.each(sessionModes)('everything that describes is free in mode %s', async (mode) => {
  const gatehouse = await openGatehouse({ ...world, session: `session-${mode}` });
  try {
    await world.runtime.owner?.setSessionMode(`session-${mode}`, mode, 'test');
    for (const [tool, args] of [
      ['describe_capabilities', {}],
      ['describe_tool', { tool_name: 'shell' }],
      ['tool_help', { name: 'shell' }],
      ['tool_search', { query: 'run a command' }],
    ] as const)
      expect(await gatehouse.call(tool, args)).toMatchObject({ kind: 'completed', observation: { isError: false } });
  } finally {
    await gatehouse.close();
  }
});
