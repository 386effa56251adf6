// What a runtime tells of its tools, and to whom.
import assert from 'node:assert/strict';
import type { Caller, Runtime, ToolFilter } from '../../../contract/index.ts';
import { runtimeCase, type RuntimeCase } from './runtime-case.ts';

async function namesFor(runtime: Runtime, caller: Caller, filter: ToolFilter = {}): Promise<readonly string[]> {
  return (await runtime.tools(caller, filter)).map(({ name }) => name);
}

export const listingCases: readonly RuntimeCase[] = [
  runtimeCase(
    'lists the tools a caller may see, and a guest only those that read',
    async ({ runtime, client, guest }) => {
      const [seen, byGuest] = [await namesFor(runtime, client), await runtime.tools(guest, {})];
      for (const name of ['file_read', 'file_write', 'shell', 'calculate']) assert(seen.includes(name), name);
      assert(byGuest.length > 0);
      assert.deepEqual(new Set(byGuest.map(({ policyClass }) => policyClass)), new Set(['read_only']));
    },
  ),
  runtimeCase('narrows a list by class, policy, names and category', async ({ runtime, client }) => {
    const all = await runtime.tools(client, {});
    const named = (test: (tool: (typeof all)[number]) => boolean) => all.filter(test).map(({ name }) => name);
    const list = (filter: ToolFilter) => namesFor(runtime, client, filter);
    assert.deepEqual(
      await list({ policyClasses: ['exec'] }),
      named(({ policyClass }) => policyClass === 'exec'),
    );
    assert.deepEqual(await list({ policyClasses: [] }), []);
    assert.deepEqual(
      await list({ policy: ['exec', 'network'] }),
      named(({ policyClass }) => ['exec', 'network'].includes(policyClass)),
    );
    assert.deepEqual(await list({ policy: [] }), []);
    assert.deepEqual(
      await list({ policy: { allow: ['exec', 'read_only'], deny: ['exec'] } }),
      named(({ policyClass }) => policyClass === 'read_only'),
    );
    assert.deepEqual(await list({ trust: '' }), await list({ trust: 'guest' }));
    assert.deepEqual(await list({ trust: null }), await list({ trust: 'guest' }));
    assert.deepEqual(
      await list({ kind: 'builtin' }),
      named(({ kind }) => kind === 'builtin'),
    );
    assert.deepEqual(
      await list({ kind: 'mcp' }),
      named(({ kind }) => kind === 'mcp'),
    );
    assert.deepEqual(await list({ allowedTools: ['shell', 'constructor'] }), ['shell']);
    assert.deepEqual(await list({ allowedTools: [] }), []);
    assert.deepEqual(
      await list({ allowedTools: null }),
      named(() => true),
    );
    assert.deepEqual(
      await list({ excludedNames: ['shell'] }),
      named(({ name }) => name !== 'shell'),
    );
    const category = all[0]?.category ?? '';
    assert.deepEqual(
      await list({ excludedCategories: [category] }),
      named((tool) => tool.category !== category),
    );
  }),
  runtimeCase('shows hidden tools to whoever may see them and asks', async ({ runtime, client, person }) => {
    const hidden = async (caller: Caller) =>
      (await runtime.tools(caller, { includeHidden: true })).filter((tool) => tool.hidden).length;
    assert.equal(await hidden(client), 0);
    assert.equal((await runtime.tools(person, {})).filter((tool) => tool.hidden).length, 0);
    assert((await runtime.tools(person, { includeHidden: true })).length >= (await runtime.tools(person, {})).length);
  }),
  runtimeCase('describes a tool by its name and by an alias, the same', async ({ runtime, client }) => {
    const described = await runtime.describeTool(client, 'file_write');
    assert(described.ok);
    assert.deepEqual(described.tool.required.toSorted(), ['content', 'filename']);
    const [alias = ''] = described.tool.aliases;
    assert.deepEqual(await runtime.describeTool(client, alias), described);
    assert.deepEqual(await runtime.describeTool(client, ' file_write '), described);
  }),
  runtimeCase(
    'does not know a tool that is not there, and one that is not for this caller no better',
    async ({ runtime, client, guest }) => {
      const unknown = await runtime.describeTool(client, 'file_raed');
      assert(!unknown.ok);
      assert.equal(unknown.code, 'unknown');
      assert(unknown.nearest.includes('file_read'));
      const hidden = await runtime.describeTool(guest, 'shell');
      const never = await runtime.describeTool(guest, 'sheli');
      assert(!hidden.ok && !never.ok);
      assert.equal(hidden.code, 'unknown');
      assert.equal(hidden.message.replace('shell', 'sheli'), never.message);
      for (const name of ['constructor', '__proto__', 'toString', 'a/b?c=d&e#f', 'é\u0000']) {
        const described = await runtime.describeTool(client, name);
        assert(!described.ok, name);
        assert.equal(described.code, 'unknown', name);
      }
    },
  ),
  runtimeCase('takes for the name of a tool only what can be one', async ({ runtime, client }) => {
    for (const name of ['', '   ', 'x'.repeat(201)]) {
      const described = await runtime.describeTool(client, name);
      assert(!described.ok);
      assert.equal(described.code, 'invalid');
    }
  }),
  runtimeCase('reports what can be done here, to each caller its own', async ({ runtime, client, guest }) => {
    const report = await runtime.capabilities(client);
    assert.equal(report.sessionMode, 'readonly');
    assert.equal(report.trust, 'operator');
    assert(report.locked.length > 0 && report.floor.length > 0 && Object.keys(report.limits).length > 0);
    const named = Object.values(report.toolsByMode).flatMap((tools) => tools.map(({ name }) => name));
    assert(named.includes('shell'));
    const forGuest = await runtime.capabilities(guest);
    assert.equal(forGuest.trust, 'guest');
    assert(!JSON.stringify(forGuest.toolsByMode).includes('"shell"'));
    const shown = report.tokens.sources.reduce((sum, { tools }) => sum + tools, 0);
    assert(shown > 0 && report.tokens.tokens.whole > 0);
  }),
  runtimeCase('finds tools by what they do, among those a caller may see', async ({ runtime, client, guest }) => {
    const found = await runtime.searchTools(client, 'read a file', {});
    assert(found.tools.length > 0 && found.tools.length <= 5);
    assert.equal(found.query, 'read a file');
    const [first] = (await runtime.searchTools(client, ' file_read ', { limit: 1 })).tools;
    assert.equal(first?.name, 'file_read');
    assert.equal((await runtime.searchTools(client, 'file', { limit: 2 })).tools.length, 2);
    assert((await runtime.searchTools(client, 'file', { limit: 1_000 })).tools.length <= 20);
    const forGuest = await runtime.searchTools(guest, 'shell', { limit: 20 });
    assert.deepEqual(
      new Set(forGuest.tools.map(({ policyClass }) => policyClass)).difference(new Set(['read_only'])),
      new Set(),
    );
    assert(forGuest.total < found.total);
  }),
  runtimeCase('takes any text for a search', async ({ runtime, client }) => {
    const { length: all } = await runtime.tools(client, {});
    for (const query of [
      '',
      '   ',
      'the',
      '\u0000\u001b',
      '\ud800',
      '天气预报'.repeat(500),
      'zq '.repeat(33_334),
      'a&b=c#d%',
    ]) {
      const found = await runtime.searchTools(client, query, {});
      assert.equal(found.total, all);
      assert(found.query.length <= 1_000);
      assert(found.tools.length > 0 || found.sources.length > 0);
    }
  }),
  runtimeCase(
    'shows a model the tools that a caller may see, the same each time',
    async ({ runtime, client, guest }) => {
      const shown = await runtime.presentTools(client);
      assert.deepEqual(await runtime.presentTools(client), shown);
      const seen = new Set(await namesFor(runtime, client));
      const named = [...shown.inline, ...shown.deferred].map(({ name }) => name);
      assert.deepEqual(
        named.filter((name) => !seen.has(name)),
        [],
      );
      for (const name of ['file_read', 'shell', 'describe_tool']) assert(named.includes(name), name);
      const described = await runtime.describeTool(client, 'file_read');
      assert(described.ok);
      assert.deepEqual(shown.inline.find(({ name }) => name === 'file_read')?.parameters, described.tool.parameters);
      assert(!(await runtime.presentTools(guest)).inline.some(({ name }) => name === 'shell'));
    },
  ),
];
