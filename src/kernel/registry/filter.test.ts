import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  policyClasses,
  toolKinds,
  trustLevels,
  type Caller,
  type PolicyClass,
  type Tool,
  type ToolFilter,
} from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { resolvePolicy } from '../trust/resolve-policy.ts';
import { isPermitted, isVisible } from './filter.ts';
import { noScopes } from './scopes.ts';
import { createRegistry, type Registry } from './registry.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';

function registryOf(tools: readonly Tool[]): Registry {
  const registry = createRegistry({ isKnownMode: () => true });
  for (const tool of tools) registry.register({ tool, loader: () => Promise.reject(new Error('nothing runs here')) });
  return registry;
}

/** One tool of each class, a hidden one, one of the owner, one of each other kind. */
const registry = registryOf([
  toolForTest({ name: 'read', aliases: ['fs.read', 'cat'], category: 'file' }),
  toolForTest({ name: 'read_hidden', hidden: true, category: 'file' }),
  toolForTest({ name: 'read_owner', ownerOnly: true, category: 'memory' }),
  toolForTest({ name: 'write', policyClass: 'read_write', category: 'file', aliases: ['create_file'] }),
  toolForTest({ name: 'run', policyClass: 'exec', category: 'system' }),
  toolForTest({ name: 'fetch', policyClass: 'network', category: 'web' }),
  toolForTest({ name: 'call', policyClass: 'external_api', category: 'delegation', kind: 'mcp' }),
  toolForTest({ name: 'click', policyClass: 'gui_control', category: 'system' }),
  toolForTest({ name: 'skilled', kind: 'skill', category: 'skill_admin' }),
]);

const visible = ['call', 'click', 'fetch', 'read', 'read_owner', 'run', 'skilled', 'write'];

function listed(filter: ToolFilter): string[] {
  return registry.list(filter).map(({ name }) => name);
}

function without(...names: readonly string[]): string[] {
  return visible.filter((name) => !names.includes(name));
}

describe('a listing without trust, policy or classes', () => {
  it('is unfiltered but for what is hidden, in order of name', () => {
    expect(registry.list().map(({ name }) => name)).toEqual(visible);
    expect(listed({})).toEqual(visible);
  });

  it('shows the hidden ones where they are asked for', () => {
    expect(listed({ includeHidden: true })).toEqual([...visible, 'read_hidden'].toSorted());
    expect(listed({ includeHidden: false })).toEqual(visible);
  });

  it('shows the private data of the owner: who asks was not said', () => {
    expect(listed({ kind: 'all', excludedNames: ['read'] })).toContain('read_owner');
  });
});

describe('kind', () => {
  it.each([
    ['all', visible],
    ['builtin', without('call', 'skilled')],
    ['mcp', ['call']],
    ['skill', ['skilled']],
  ] as const)('%s', (kind, expected) => {
    expect(listed({ kind })).toEqual(expected);
  });
});

describe('trust', () => {
  it('of the operator lets every class through', () => {
    expect(listed({ trust: 'operator' })).toEqual(visible);
  });

  it.each(['guest', null, ''] as const)("%j is a guest: reads, and nothing that is the owner's", (trust) => {
    expect(listed({ trust })).toEqual(['read', 'skilled']);
  });

  it.each(['guest', null, ''] as const)('%j is widened by no policy and no classes', (trust) => {
    expect(
      listed({ trust, policy: [...policyClasses], policyClasses: [...policyClasses], includeHidden: true }),
    ).toEqual(['read', 'read_hidden', 'skilled']);
    expect(listed({ trust, policy: ['exec'] })).toEqual([]);
  });

  it("of a guest hides the owner's data whatever names are allowed", () => {
    expect(listed({ trust: 'guest', allowedTools: ['read_owner', 'read'] })).toEqual(['read']);
  });
});

describe('policy', () => {
  it('as a list allows those classes and denies none', () => {
    expect(listed({ policy: ['read_only'] })).toEqual(['read', 'read_owner', 'skilled']);
    expect(listed({ policy: ['read_only'] })).toEqual(listed({ policy: { allow: ['read_only'], deny: [] } }));
  });

  it('denies what it denies, though it allows it too', () => {
    expect(listed({ policy: { allow: [...policyClasses], deny: ['exec', 'gui_control'] } })).toEqual(
      without('run', 'click'),
    );
  });

  it('that allows nothing lists nothing', () => {
    expect(listed({ policy: [] })).toEqual([]);
    expect(listed({ policy: { allow: [], deny: [] } })).toEqual([]);
  });

  it('narrows what a trust may do', () => {
    expect(listed({ trust: 'operator', policy: ['exec', 'network'] })).toEqual(['fetch', 'run']);
  });
});

describe('classes', () => {
  it('narrow without a trust', () => {
    expect(listed({ policyClasses: ['exec', 'read_write'] })).toEqual(['run', 'write']);
    expect(listed({ policyClasses: [] })).toEqual([]);
  });

  it('count only where the policy allows them too', () => {
    expect(listed({ policy: ['exec', 'network'], policyClasses: ['exec', 'read_only'] })).toEqual(['run']);
  });
});

describe('the allow list', () => {
  it('narrows to its names', () => {
    expect(listed({ allowedTools: ['run', 'read', 'none'] })).toEqual(['read', 'run']);
  });

  it('that is empty denies all', () => {
    expect(listed({ allowedTools: [] })).toEqual([]);
    expect(listed({ allowedTools: [], includeHidden: true, trust: 'operator' })).toEqual([]);
  });

  it('that is absent or null narrows nothing', () => {
    expect(listed({ allowedTools: null })).toEqual(visible);
  });

  it('may name a tool by an alias', () => {
    expect(listed({ allowedTools: ['fs.read', 'create_file'] })).toEqual(['read', 'write']);
  });

  it('brings back nothing that is hidden, of another kind or class', () => {
    expect(listed({ allowedTools: ['read_hidden', 'call', 'run'], kind: 'builtin', policy: ['read_only'] })).toEqual(
      [],
    );
  });

  it.each(['constructor', '__proto__', 'toString'])('that names %s matches nothing', (name) => {
    expect(listed({ allowedTools: [name] })).toEqual([]);
    expect(listed({ excludedNames: [name], excludedCategories: [name] })).toEqual(visible);
  });
});

describe('exclusions', () => {
  it('take out names, by alias too', () => {
    expect(listed({ excludedNames: ['cat', 'run', 'none'] })).toEqual(without('read', 'run'));
  });

  it('take out the whole family of a category', () => {
    expect(listed({ excludedCategories: ['file', 'none'] })).toEqual(without('read', 'write'));
  });

  it('win over the allow list', () => {
    expect(
      listed({ allowedTools: ['read', 'run', 'write'], excludedNames: ['run'], excludedCategories: ['file'] }),
    ).toEqual([]);
  });

  it('that are empty exclude nothing', () => {
    expect(listed({ excludedNames: [], excludedCategories: [] })).toEqual(visible);
  });
});

describe('filters together', () => {
  const names = [
    'read',
    'read_hidden',
    'read_owner',
    'write',
    'run',
    'fetch',
    'call',
    'click',
    'skilled',
    'fs.read',
    'create_file',
    'none',
  ];
  const someNames = fc.subarray(names);
  const someClasses = fc.subarray([...policyClasses]);
  const filters: fc.Arbitrary<ToolFilter> = fc.record(
    {
      kind: fc.constantFrom(...toolKinds, 'all' as const),
      trust: fc.constantFrom(...trustLevels, null, '' as const),
      policy: fc.oneof(someClasses, fc.record({ allow: someClasses, deny: someClasses })),
      policyClasses: someClasses,
      allowedTools: fc.option(someNames),
      excludedNames: someNames,
      excludedCategories: fc.subarray(['file', 'memory', 'system', 'web', 'none']),
      includeHidden: fc.boolean(),
    },
    { requiredKeys: [] },
  );

  const isCalled = (tool: Tool, name: string) => tool.name === name || tool.aliases.includes(name);

  /** The sentences about trust and policy. */
  function ofClasses(tools: readonly Tool[], { trust, policy, policyClasses: classes }: ToolFilter): readonly Tool[] {
    if (trust === undefined && policy === undefined && classes === undefined) return tools;
    const { allow } = resolvePolicy(trust === undefined ? 'operator' : trust, policy);
    let left = tools.filter((tool) => allow.includes(tool.policyClass));
    if (classes !== undefined) left = left.filter((tool) => classes.includes(tool.policyClass));
    return trust === undefined || trust === 'operator' ? left : left.filter((tool) => !tool.ownerOnly);
  }

  /** The sentences of the specification, one after the other, on the whole list. */
  function inOrder(filter: ToolFilter): string[] {
    const { kind = 'all', allowedTools = null, excludedNames = [], excludedCategories = [] } = filter;
    let tools = registry.list({ includeHidden: true });
    if (kind !== 'all') tools = tools.filter((tool) => tool.kind === kind);
    tools = ofClasses(tools, filter);
    if (allowedTools !== null) tools = tools.filter((tool) => allowedTools.some((name) => isCalled(tool, name)));
    tools = tools.filter((tool) => !excludedNames.some((name) => isCalled(tool, name)));
    tools = tools.filter((tool) => !excludedCategories.includes(tool.category));
    if (filter.includeHidden !== true) tools = tools.filter((tool) => !tool.hidden);
    return tools.map(({ name }) => name);
  }

  it('compose in the order kind, policy, allow list, names, categories, hidden', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(listed(filter)).toEqual(inOrder(filter));
      }),
      { numRuns: 500 },
    );
  });

  it('never show more for one filter more', () => {
    fc.assert(
      fc.property(filters, filters, (one, other) => {
        const { includeHidden: _hidden, ...more } = other;
        const narrowing = { ...more, ...one };
        const { policy: _policy, trust: _trust, policyClasses: _classes, ...unnamed } = narrowing;
        for (const name of listed(narrowing)) expect(listed(unnamed)).toContain(name);
      }),
    );
  });
});

describe('what a caller may know of', () => {
  const tools = policyClasses.flatMap((policyClass) =>
    [false, true].flatMap((ownerOnly) =>
      [false, true].map((hidden) =>
        toolForTest({
          name: `${policyClass}${ownerOnly}${hidden}`,
          policyClass,
          ownerOnly,
          hidden,
          aliases: [`alias.${policyClass}`],
        }),
      ),
    ),
  );
  const narrowings: readonly (readonly PolicyClass[] | null)[] = [
    null,
    [],
    ['read_only'],
    ['exec', 'network'],
    [...policyClasses],
  ];
  const allowLists: readonly (readonly string[] | null)[] = [null, [], ['alias.read_only'], ['execfalsefalse', 'none']];
  const callers: readonly Caller[] = trustLevels.flatMap((trust) =>
    [false, true].flatMap((seesHidden) =>
      narrowings.flatMap((classes) =>
        allowLists.map((allowedTools) => sampleCaller({ trust, seesHidden, policyClasses: classes, allowedTools })),
      ),
    ),
  );

  it('is what its trust, its classes and its names allow, every cell of the table', () => {
    for (const caller of callers) {
      for (const tool of tools) {
        const byTrust =
          resolvePolicy(caller.trust).allow.includes(tool.policyClass) &&
          (caller.trust === 'operator' || !tool.ownerOnly);
        const byClass = caller.policyClasses === null || caller.policyClasses.includes(tool.policyClass);
        const byName =
          caller.allowedTools === null ||
          caller.allowedTools.some((name) => name === tool.name || tool.aliases.includes(name));
        const permitted = byTrust && byClass && byName;
        expect([tool.name, isPermitted(tool, caller, noScopes)]).toEqual([tool.name, permitted]);
        expect([tool.name, isVisible(tool, caller, noScopes)]).toEqual([
          tool.name,
          permitted && (caller.seesHidden || !tool.hidden),
        ]);
      }
    }
  });

  it.each<[string, Partial<Caller>, Partial<Tool>, boolean, boolean]>([
    ['an operator sees every class', {}, { policyClass: 'gui_control' }, true, true],
    ['an operator sees its own data', {}, { ownerOnly: true }, true, true],
    ['a guest reads', { trust: 'guest' }, {}, true, true],
    ['a guest runs nothing', { trust: 'guest' }, { policyClass: 'exec' }, false, false],
    ["a guest does not see the owner's data", { trust: 'guest' }, { ownerOnly: true }, false, false],
    [
      'classes do not widen a guest',
      { trust: 'guest', policyClasses: ['exec'] },
      { policyClass: 'exec' },
      false,
      false,
    ],
    ['names do not widen a guest', { trust: 'guest', allowedTools: ['sample'] }, { policyClass: 'exec' }, false, false],
    [
      'who is left with reading sees what the operator takes as that',
      { policyClasses: ['read_only'] },
      { kind: 'mcp', policyClass: 'external_api', effects: ['egress'] },
      true,
      true,
    ],
    [
      'and not what acts',
      { policyClasses: ['read_only'] },
      { kind: 'mcp', policyClass: 'external_api', effects: ['writes'] },
      false,
      false,
    ],
    [
      'nor does a guest',
      { trust: 'guest' },
      { kind: 'mcp', policyClass: 'external_api', effects: ['egress'] },
      false,
      false,
    ],
    ['classes narrow an operator', { policyClasses: ['read_only'] }, { policyClass: 'exec' }, false, false],
    ['no classes leave nothing', { policyClasses: [] }, {}, false, false],
    ['names narrow an operator', { allowedTools: ['other'] }, {}, false, false],
    ['no names leave nothing', { allowedTools: [] }, {}, false, false],
    ['an alias names its tool', { allowedTools: ['old.sample'] }, { aliases: ['old.sample'] }, true, true],
    ['what is hidden may be used unseen', {}, { hidden: true }, true, false],
    ["what is hidden is seen on the owner's surfaces", { seesHidden: true }, { hidden: true }, true, true],
    ['what needs a person is not there where nobody is', { attended: false }, { mode: 'access' }, false, false],
    ['what needs a person is there where one is', {}, { mode: 'access' }, true, true],
    ['what needs nobody is there unattended', { attended: false }, { mode: 'read_text' }, true, true],
    ['what is locked is seen', {}, { locked: true, policyClass: 'exec' }, true, true],
  ])('%s', (_what, caller, tool, permitted, seen) => {
    const asked = [toolForTest(tool), sampleCaller(caller), noScopes] as const;
    expect([isPermitted(...asked), isVisible(...asked)]).toEqual([permitted, seen]);
  });

  it('is nothing but what a guest may, for a trust that is none', () => {
    // What a record of another version may hold.
    const caller = sampleCaller({ trust: 'admin' as Caller['trust'] });
    expect(tools.filter((tool) => isPermitted(tool, caller, noScopes))).toEqual(
      tools.filter((tool) => isPermitted(tool, sampleCaller({ trust: 'guest' }), noScopes)),
    );
  });
});
