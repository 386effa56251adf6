// A catalogue far larger than a prompt: what a model is shown of it, and how it gets from a task to a call.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, Outcome, Tool, ToolPresentation } from '../../src/contract/index.ts';
import { openHome } from '../../src/host/index.ts';
import type { Registration } from '../../src/kernel/index.ts';
import { composeLocal, libraryCaller } from '../../src/runtime/index.ts';
import { plainTool } from '../../src/testing/index.ts';

type Composed = Awaited<ReturnType<typeof composeLocal>>;

const verbs = ['create', 'list', 'delete', 'update', 'find', 'export', 'archive', 'share', 'rename', 'watch'];
const things =
  'invoice ticket calendar contact playlist recipe flight parcel sensor lecture ledger vineyard telescope'.split(' ');

const colours = 'amber azure coral ebony ivory jade lilac olive ruby teal'.split(' ');
const places = 'harbor meadow canyon glacier lagoon orchard prairie summit tundra valley'.split(' ');

/** One service for each hundred and thirty; of those beyond a hundred the names are numbered. */
function serviceOf(at: number): string {
  const service = Math.floor(at / 130);
  const name = `${colours[service % 10]}_${places[Math.floor(service / 10) % 10]}`;
  return service < 100 ? name : `${name}_${service}`;
}

function foreignTools(count: number): readonly Tool[] {
  return Array.from({ length: count }, (_, at) => {
    const [verb, thing, service] = [verbs[at % 10], things[Math.floor(at / 10) % 13], serviceOf(at)];
    return plainTool({
      name: `${service}_${verb}_${thing}`,
      kind: 'mcp',
      description: `Use this to ${verb} a ${thing} in ${service.replaceAll('_', ' ')}. Takes what its schema says.`,
      parameters: {
        type: 'object',
        properties: {
          subject: { type: 'string', description: `The ${thing} that is meant.` },
          dry: { type: 'boolean' },
        },
        required: ['subject'],
        additionalProperties: false,
      },
      origin: { source: service, owner: null, family: null, fingerprint: `fp-${at}` },
    });
  });
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gh-large-')));
const workspace = join(folder, 'work');
mkdirSync(workspace);
afterAll(() => rmSync(folder, { recursive: true }));

let homes = 0;

function compose(tools: readonly Registration[], config?: string): Promise<Composed> {
  homes += 1;
  const file = join(folder, `config${homes}.yaml`);
  if (config !== undefined) writeFileSync(file, config, { mode: 0o600 });
  return composeLocal({
    home: openHome({ path: join(folder, `home${homes}`), create: true }),
    workspace,
    env: config === undefined ? {} : { GATEHOUSE_CONFIG: file },
    report: () => undefined,
    daemonRuns: () => Promise.resolve(false),
    tools,
  });
}

const caller = libraryCaller({ agent: 'default', trust: 'operator', session: 'one', workspace });

/** Each answers its own name and what it was given. */
function registered(tools: readonly Tool[]): readonly Registration[] {
  return tools.map((tool) => ({
    tool,
    loader: async () => async (args: JsonObject) => ({
      blocks: [{ type: 'text' as const, text: `${tool.name} ${JSON.stringify(args)}` }],
    }),
  }));
}

function prefixOf({ inline, listing }: ToolPresentation): string {
  const schemas = inline.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return `${JSON.stringify(schemas)}\n${listing}`;
}

let runtime: Composed;

beforeAll(async () => {
  runtime = await compose(registered(foreignTools(13_000)));
});

afterAll(() => runtime.close());

function textOf(outcome: Outcome): string {
  return outcome.kind === 'completed' ? outcome.observation.text : expect.fail(JSON.stringify(outcome));
}

const call = (tool: string, args: JsonObject) => runtime.call({ tool, arguments: { value: args }, caller });

describe('a catalogue of 13,000 tools', () => {
  it('costs a model less than 5,000 tokens in every turn, all that it is shown counted', async () => {
    const shown = await runtime.presentTools(caller);
    const tokens = countTokens(prefixOf(shown));
    expect(tokens).toBeLessThan(5_000);
    expect(shown.deferred).toHaveLength(13_000);
    const { inline, listing } = shown.tokens;
    expect(Math.abs(inline + listing - tokens) / tokens).toBeLessThan(0.1);
  });

  it.each([
    ['directly', (name: string, args: JsonObject) => call(name, args)],
    ['by tool_call', (name: string, args: JsonObject) => call('tool_call', { name, arguments: args })],
    [
      'by tool_call with a text',
      (name: string, args: JsonObject) => call('tool_call', { name, arguments: JSON.stringify(args) }),
    ],
  ])('is searched and called %s: a task is done in two calls', async (_how, act) => {
    // What a model does with the prefix and nothing else: search by the task, take the first line, call what it names.
    const answer = textOf(await call('tool_search', { query: 'share a telescope with the lab in jade lagoon' }));
    const [, name = '', required = ''] = /^(\w+)\((\w+)/m.exec(answer) ?? [];
    expect([name, required]).toEqual(['jade_lagoon_share_telescope', 'subject']);
    const outcome = await act(name, { [required]: 'the big one' });
    expect(outcome.tool).toBe('jade_lagoon_share_telescope');
    expect(textOf(outcome)).toContain('jade_lagoon_share_telescope {"subject":"the big one"}');
  });

  it('tells a direct call whose arguments do not fit what would fit', async () => {
    const outcome = await call('ruby_harbor_list_ledger', { wrong: 1 });
    expect(outcome).toMatchObject({
      kind: 'refused',
      tool: 'ruby_harbor_list_ledger',
      schema: { properties: { subject: { type: 'string' } }, required: ['subject'] },
    });
  });

  it('is reported with what each source costs', async () => {
    const { tokens } = await runtime.capabilities(caller);
    expect(tokens.level).toBe('sources');
    expect(tokens.sources).toHaveLength(101);
    expect(tokens.sources[0]).toMatchObject({ source: 'builtin', deferred: 0, saved: 0 });
    expect(tokens.sources[1]).toMatchObject({ tools: 130, deferred: 130, inline: 0 });
  });
});

it('without deferral all goes out whole, and what reaches deferred tools is not there', async () => {
  const off = await compose(registered(foreignTools(30)), 'deferral: false\n');
  onTestFinished(() => off.close());
  const shown = await off.presentTools(caller);
  expect([shown.deferred, shown.listing]).toEqual([[], '']);
  expect(shown.inline.map(({ name }) => name)).toContain('amber_harbor_list_invoice');
  const names = (await off.tools(caller, { includeHidden: true })).map(({ name }) => name);
  expect(names.filter((name) => ['tool_search', 'tool_call'].includes(name))).toEqual([]);
  for (const tool of ['tool_search', 'tool_describe', 'tool_call'])
    expect(await off.call({ tool, arguments: { value: {} }, caller })).toMatchObject({ code: 'unknown_tool' });
  const args = { value: { tool_name: 'amber_harbor_list_invoice' } };
  expect(await off.call({ tool: 'describe_tool', arguments: args, caller })).toMatchObject({ kind: 'completed' });
  expect((await off.capabilities(caller)).limits).toMatchObject({ deferral: false, 'deferral.budget': null });
});

it('a budget of the configuration decides how much is listed', async () => {
  const small = await compose(registered(foreignTools(400)), 'deferral: { budget: 200 }\n');
  onTestFinished(() => small.close());
  const shown = await small.presentTools(caller);
  expect([shown.level, shown.tokens.listing <= 200]).toEqual(['sources', true]);
});

it('a catalogue of 100,000 tools is shown and searched in bounded time', { timeout: 120_000 }, async () => {
  const huge = await compose(registered(foreignTools(100_000)));
  onTestFinished(() => huge.close());
  const shown = await huge.presentTools(caller);
  expect([shown.level, shown.deferred.length]).toEqual(['largest', 100_000]);
  expect(countTokens(prefixOf(shown))).toBeLessThan(5_000);
  await huge.searchTools(caller, 'first', {});
  const started = performance.now();
  const { tools } = await huge.searchTools(caller, 'amber_harbor_700_watch_flight', {});
  expect(tools[0]?.name).toBe('amber_harbor_700_watch_flight');
  await huge.searchTools(caller, 'zzqq', {});
  expect(performance.now() - started).toBeLessThan(5_000);
});
