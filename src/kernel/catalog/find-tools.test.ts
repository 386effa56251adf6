import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyClasses, type Caller, type Tool } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { builtinCatalog } from '../../../test/harness/builtin-tools.ts';
import { policyViewForTest } from '../../../test/harness/policy-view-for-test.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';
import { createRegistry } from '../registry/registry.ts';
import { createToolFinder, type ToolFinder } from './find-tools.ts';

const loader = async () => async () => ({ blocks: [] });

function registryOf(tools: readonly Tool[]) {
  const registry = createRegistry({ isKnownMode: () => true });
  for (const tool of tools) registry.register({ tool, loader });
  return registry;
}

const policy = policyViewForTest();

function finding(tools: readonly Tool[], finder: ToolFinder = createToolFinder()) {
  const snapshot = registryOf(tools).snapshot();
  return (query: string, limit?: number, caller: Caller = sampleCaller()) =>
    finder.find(query, limit === undefined ? {} : { limit }, { snapshot, caller, policy });
}

const find = finding(builtinCatalog);
const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('a search', () => {
  it('finds a tool by what it does', async () => {
    expect(names((await find('evaluate an arithmetic expression')).tools)).toContain('calculate');
  });

  it.each(builtinCatalog.flatMap(({ name, aliases }) => [name, ...aliases].map((word) => [word, name] as const)))(
    'for %s puts %s first',
    async (word, name) => {
      expect((await find(`  ${word}\n`)).tools[0]?.name).toBe(name);
    },
  );

  it('answers five tools, or as many as are asked for within 1 and 20', async () => {
    const many = finding(Array.from({ length: 50 }, (_, at) => toolForTest({ name: `file_${at}` })));
    const limits = [undefined, 1, 0, -5, 7, 20, 21, 1e9, 2.9, Number.NaN];
    const found = await Promise.all(limits.map((limit) => many('file', limit)));
    expect(found.map(({ tools }) => tools.length)).toEqual([5, 1, 1, 1, 7, 20, 20, 20, 2, 5]);
  });

  it('never offers a bridge, unless that is what is asked for', async () => {
    const found = await find('search for tools, describe a tool, call a tool by its name', 20);
    expect(names(found.tools)).not.toContain('tool_call');
    expect(names((await find('tool_call')).tools)[0]).toBe('tool_call');
  });

  it('cuts a long description', async () => {
    const long = toolForTest({ description: `best tool ${'x'.repeat(200_000)}` });
    const { tools } = await finding([long])('sample');
    expect(tools[0]?.description).toHaveLength(401);
  });

  it('finds a tool without a description by its name', async () => {
    const { tools } = await finding([toolForTest({ name: 'lone_tool', description: '' })])('lone');
    expect(names(tools)).toEqual(['lone_tool']);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['a stop word', 'the'],
    ['control characters', '\u0000\u0007\u001b[31m'],
    ['half of a pair', '\ud800'],
    ['100,000 characters', 'zq '.repeat(33_334)],
    ['a hundred thousand of one', 'q'.repeat(100_000)],
    ['Chinese', '天气预报查询'],
    ['members of every object', '__proto__ constructor toString'],
  ])('for %s answers at once what there is, or something of it', async (_what, query) => {
    const started = performance.now();
    const found = await find(query);
    expect(performance.now() - started).toBeLessThan(500);
    expect(found.query.length).toBeLessThanOrEqual(1_000);
    expect(found.query).not.toMatch(/\p{Cc}/u);
    expect(found.total).toBe(builtinCatalog.length);
    if (found.tools.length === 0) expect(found.sources).toEqual([{ source: 'builtin', tools: builtinCatalog.length }]);
    else expect(found.sources).toEqual([]);
  });

  it('for a name with an error finds that name, or tells that it is spelled alike', async () => {
    const { tools, nearest } = await find('calculat');
    expect([...names(tools), ...nearest]).toContain('calculate');
  });

  it('finds nothing among no tools, and the one among one', async () => {
    expect(await finding([])('file')).toEqual({ query: 'file', tools: [], total: 0, sources: [], nearest: [] });
    expect(names((await finding([toolForTest()])('sample')).tools)).toEqual(['sample']);
  });

  it('keeps in step with the catalogue', async () => {
    const registry = registryOf([toolForTest({ name: 'first_one' })]);
    const finder = createToolFinder();
    const now = async () =>
      names((await finder.find('one', {}, { snapshot: registry.snapshot(), caller: sampleCaller(), policy })).tools);
    expect(await now()).toEqual(['first_one']);
    registry.register({ tool: toolForTest({ name: 'second_one' }), loader });
    registry.unregister('first_one');
    expect(await now()).toEqual(['second_one']);
  });
});

describe('for any caller', () => {
  const tool = fc.record({
    policyClass: fc.constantFrom(...policyClasses),
    hidden: fc.boolean(),
    ownerOnly: fc.boolean(),
    description: fc.constantFrom('reads notes', 'writes notes', 'sends mail'),
  });
  const caller = fc
    .record({
      trust: fc.constantFrom<Caller['trust']>('operator', 'guest'),
      seesHidden: fc.boolean(),
      allowedTools: fc.option(fc.array(fc.nat(20).map((at) => `tool_${at}`))),
      policyClasses: fc.option(fc.subarray([...policyClasses])),
    })
    .map(sampleCaller);

  it('a search names and counts what the caller may see, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tool, { maxLength: 20 }),
        caller,
        fc.constantFrom('notes', 'mail', 'tool_3', 'tol_3', 'zzz', 'read'),
        async (list, asking, query) => {
          const tools = list.map((more, at) => toolForTest({ name: `tool_${at}`, ...more }));
          const whole = await finding(tools)(query, 20, asking);
          const registry = registryOf(tools);
          const allowed = registry.list({
            trust: asking.trust,
            includeHidden: asking.seesHidden,
            allowedTools: asking.allowedTools,
            ...(asking.policyClasses === null ? {} : { policyClasses: asking.policyClasses }),
          });
          const named = [...names(whole.tools), ...whole.nearest];
          expect(named.filter((name) => !allowed.some((item) => item.name === name))).toEqual([]);
          expect(whole.total).toBe(allowed.length);
          if (allowed.some(({ name }) => name === query)) expect(whole.tools[0]?.name).toBe(query);
          // Where nothing is found, what is told instead is what it would be had the others never been.
          const without = await finding(allowed)(query, 20, asking);
          if (whole.tools.length === 0) expect(whole).toEqual(without);
        },
      ),
      { numRuns: 300 },
    );
  });
});
