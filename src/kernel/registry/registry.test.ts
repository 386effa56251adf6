import { describe, expect, it } from 'vitest';
import { CapabilityError, type Handler, type Origin, type Tool, type ToolKind } from '../../contract/index.ts';
import { handlersOf } from './handlers.ts';
import { createRegistry, type Registration, type Registry } from './registry.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';

const loader = () => Promise.reject(new Error('nothing runs here'));

function entry(name: string, more: Partial<Tool> = {}): Registration {
  return { tool: toolForTest({ name, ...more }), loader };
}

function registryOf(...entries: readonly Registration[]): Registry {
  const registry = createRegistry({ isKnownMode: (mode) => mode === 'introspect' });
  for (const item of entries) registry.register(item);
  return registry;
}

function origin(more: Partial<Origin>): Origin {
  return { source: 'plugin', owner: null, family: null, fingerprint: 'ff', ...more };
}

function names(registry: Registry): string[] {
  return registry.list({ includeHidden: true }).map(({ name }) => name);
}

/** What an act threw. */
function thrownBy(act: () => unknown): CapabilityError {
  try {
    act();
  } catch (cause) {
    if (cause instanceof CapabilityError) return cause;
    throw cause;
  }
  throw new Error('nothing was thrown');
}

describe('register', () => {
  it('makes a tool known by its name and its aliases, in order of name', () => {
    const registry = registryOf(entry('b', { aliases: ['b.old', 'z'] }), entry('C'), entry('a'));
    expect(names(registry)).toEqual(['C', 'a', 'b']);
    expect(registry.find('b.old')).toBe(registry.find('b'));
    expect(registry.find('z')?.name).toBe('b');
    expect(registry.find('B')).toBeUndefined();
  });

  it.each<[string, Registration, string]>([
    ['a name that is a name', entry('a'), 'a'],
    ['a name that is an alias', entry('a_alias'), 'a_alias'],
    ['an alias that is a name', entry('b', { aliases: ['free', 'a'] }), 'a'],
    ['an alias that is an alias', entry('b', { aliases: ['a_alias'] }), 'a_alias'],
    ['an alias that is its own name', entry('b', { aliases: ['b'] }), 'b'],
    ['an alias given twice', entry('b', { aliases: ['c', 'c'] }), 'c'],
  ])('refuses %s, names it, and keeps the entry that was there', (_what, duplicate, name) => {
    const registry = registryOf(entry('a', { aliases: ['a_alias'], title: 'first' }));
    const before = registry.snapshot();
    const error = thrownBy(() => registry.register(duplicate));
    expect(error.code).toBe('duplicate_name');
    expect(error.details).toEqual({ name, tool: duplicate.tool.name });
    expect(error.message).toContain(name);
    expect(registry.snapshot()).toBe(before);
    expect(registry.find('a')?.title).toBe('first');
    expect(registry.find('free')).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    'treats %s as a name like any other',
    (name) => {
      const registry = registryOf();
      expect(registry.find(name)).toBeUndefined();
      expect(registry.unregister(name)).toBe(false);
      registry.register(entry(name));
      expect(registry.find(name)?.name).toBe(name);
      expect(thrownBy(() => registry.register(entry('other', { aliases: [name] }))).details['name']).toBe(name);
      expect(registry.list({ excludedNames: [name] })).toEqual([]);
      expect(registry.unregister(name)).toBe(true);
      expect(registry.find(name)).toBeUndefined();
    },
  );
});

describe('unregister', () => {
  it('frees the name and every alias', () => {
    const registry = registryOf(entry('a', { aliases: ['b'] }));
    expect(registry.unregister('a')).toBe(true);
    expect([registry.find('a'), registry.find('b')]).toEqual([undefined, undefined]);
    registry.register(entry('b'));
    expect(names(registry)).toEqual(['b']);
  });

  it('goes by the name alone, and says when there was none', () => {
    const registry = registryOf(entry('a', { aliases: ['b'] }));
    expect(registry.unregister('b')).toBe(false);
    expect(registry.unregister('c')).toBe(false);
    expect(names(registry)).toEqual(['a']);
  });
});

describe('swap', () => {
  const mine = { origin: origin({ family: 'p1' }) };
  const others = { origin: origin({ family: 'p2' }) };

  it('replaces a family, whose names the new one may take over', () => {
    const registry = registryOf(entry('a', { ...mine, aliases: ['x'] }), entry('b', mine), entry('c', others));
    const removed = registry.swap('builtin', { family: 'p1' }, [
      entry('x', mine),
      entry('b', { ...mine, title: 'new', aliases: ['a'] }),
    ]);
    expect(removed).toBe(2);
    expect(names(registry)).toEqual(['b', 'c', 'x']);
    expect(registry.find('a')?.title).toBe('new');
    expect(registry.find('x')?.name).toBe('x');
  });

  it.each<[string, ToolKind, Parameters<Registry['swap']>[1], string[]]>([
    ['a kind', 'mcp', {}, ['builtin_1', 'builtin_2']],
    ['a source of a kind', 'mcp', { source: 's1' }, ['builtin_1', 'builtin_2', 'mcp_3']],
    ['what matches in every key', 'mcp', { source: 's1', owner: 'o1' }, ['builtin_1', 'builtin_2', 'mcp_2', 'mcp_3']],
    ['a family', 'builtin', { family: 'f1' }, ['builtin_2', 'mcp_1', 'mcp_2', 'mcp_3']],
    [
      'nothing where nothing matches',
      'builtin',
      { family: 'f1', owner: 'o9' },
      ['builtin_1', 'builtin_2', 'mcp_1', 'mcp_2', 'mcp_3'],
    ],
    ['a kind that has no tools', 'skill', {}, ['builtin_1', 'builtin_2', 'mcp_1', 'mcp_2', 'mcp_3']],
  ])('removes %s', (_what, kind, match, left) => {
    const registry = registryOf(
      entry('builtin_1', { origin: origin({ family: 'f1' }) }),
      entry('builtin_2'),
      entry('mcp_1', { kind: 'mcp', origin: origin({ source: 's1', owner: 'o1', family: 'f1' }) }),
      entry('mcp_2', { kind: 'mcp', origin: origin({ source: 's1', owner: 'o2' }) }),
      entry('mcp_3', { kind: 'mcp', origin: origin({ source: 's2' }) }),
    );
    expect(registry.swap(kind, match, [])).toBe(5 - left.length);
    expect(names(registry)).toEqual(left);
  });

  it('clears stale skills', () => {
    const registry = registryOf(entry('a', { kind: 'skill' }), entry('b'));
    expect(registry.swap('skill', {}, [])).toBe(1);
    expect(names(registry)).toEqual(['b']);
  });

  it.each<[string, readonly Registration[], string]>([
    ['a name of another family', [entry('d', mine), entry('c', mine)], 'duplicate_name'],
    ['an alias of another family', [entry('d', mine), entry('e', { ...mine, aliases: ['c_alias'] })], 'duplicate_name'],
    ['the same name twice', [entry('d', mine), entry('d', mine)], 'duplicate_name'],
    [
      'a name that is an alias of its own',
      [entry('d', { ...mine, aliases: ['e'] }), entry('e', mine)],
      'duplicate_name',
    ],
    ['an unknown mode', [entry('d', mine), entry('e', { ...mine, mode: 'nonsense' })], 'unknown_mode'],
    ['a name that is none', [entry('d', mine), entry('e f', mine)], 'invalid_tool'],
    ['a tool of another kind', [entry('d', mine), entry('e', { ...mine, kind: 'mcp' })], 'invalid_tool'],
    ['a tool of another family', [entry('d', mine), entry('e', others)], 'invalid_tool'],
  ])('changes nothing at all for a replacement with %s', (_what, replacement, code) => {
    const registry = registryOf(entry('a', mine), entry('b', mine), entry('c', { ...others, aliases: ['c_alias'] }));
    const before = registry.snapshot();
    const tools = before.all();
    let told = 0;
    registry.onChange(() => (told += 1));
    expect(thrownBy(() => registry.swap('builtin', { family: 'p1' }, replacement)).code).toBe(code);
    expect(registry.snapshot()).toBe(before);
    expect(registry.snapshot().all()).toBe(tools);
    expect(registry.find('a')).toBe(before.find('a'));
    expect([registry.find('d'), registry.find('e')]).toEqual([undefined, undefined]);
    expect(told).toBe(0);
  });

  /** Whole families only: all of one generation, under its names and aliases. */
  function generations(find: (name: string) => Tool | undefined): (string | undefined)[] {
    return ['a', 'a_alias', 'b', 'b_alias', 'c'].map((name) => find(name)?.title);
  }

  function family(title: string): Registration[] {
    return [
      entry('a', { ...mine, title, aliases: ['a_alias'] }),
      entry('b', { ...mine, title, aliases: ['b_alias'] }),
      entry('c', { ...mine, title }),
    ];
  }

  it('shows a reader, whenever it looks, one whole family', () => {
    const registry = registryOf(...family('old'));
    const snapshot = registry.snapshot();
    const seen: (string | undefined)[][] = [];
    const look = () => seen.push(generations(registry.find), generations(registry.snapshot().find));
    // The accessors of a description run while the swap is on its way.
    const [first, ...rest] = family('new');
    if (first === undefined) throw new Error('the family is empty');
    const watched = Object.defineProperty({ ...first.tool }, 'category', {
      enumerable: true,
      get: () => {
        look();
        return 'test';
      },
    });
    registry.onChange(look);
    registry.swap('builtin', { family: 'p1' }, [...rest, { tool: watched, loader }]);
    look();
    expect(seen.length).toBeGreaterThan(6);
    const old = Array.from({ length: 5 }, () => 'old');
    const fresh = Array.from({ length: 5 }, () => 'new');
    const firstFresh = seen.findIndex(([title]) => title === 'new');
    expect(seen).toEqual(seen.map((_, index) => (index < firstFresh ? old : fresh)));
    expect(generations(snapshot.find)).toEqual(old);
    expect(snapshot.all().map(({ title }) => title)).toEqual(['old', 'old', 'old']);
  });

  it('leaves a call in flight the executor it began with', async () => {
    const registry = registryOf();
    const old: Handler = () => Promise.resolve({ blocks: [] });
    const fresh: Handler = () => Promise.resolve({ blocks: [] });
    const swapIn = (handler: Handler) =>
      registry.swap('builtin', { family: 'p1' }, [{ ...entry('a', mine), loader: () => Promise.resolve(handler) }]);
    const held = () => {
      const tool = registry.find('a');
      if (tool === undefined) throw new Error('a is gone');
      return tool;
    };
    swapIn(old);
    const inFlight = held();
    swapIn(fresh);
    expect(await handlersOf(registry).load(inFlight)).toBe(old);
    expect(await handlersOf(registry).load(held())).toBe(fresh);
  });
});

describe('snapshots', () => {
  it('stay as they are, whatever is registered and removed afterwards', () => {
    const registry = registryOf(entry('a', { aliases: ['x'] }), entry('b'));
    const before = registry.snapshot();
    registry.unregister('a');
    registry.register(entry('x'));
    registry.swap('builtin', {}, []);
    expect(before.size).toBe(2);
    expect(before.all().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(before.find('x')?.name).toBe('a');
    expect(registry.snapshot().all()).toEqual([]);
  });

  it('are the same one until something changes', () => {
    const registry = registryOf(entry('a'));
    const before = registry.snapshot();
    expect(registry.snapshot()).toBe(before);
    expect(registry.snapshot().all()).toBe(before.all());
    registry.unregister('none');
    expect(registry.snapshot()).toBe(before);
    registry.register(entry('b'));
    expect(registry.snapshot()).not.toBe(before);
  });

  it('cannot be changed', () => {
    const snapshot = registryOf(entry('a')).snapshot();
    expect(Object.isFrozen(snapshot)).toBe(true);
    expect(Object.isFrozen(snapshot.all())).toBe(true);
  });
});

describe('the owners of kinds', () => {
  it('are asked to bring their tools anew', async () => {
    const asked: string[] = [];
    const registry = createRegistry({
      isKnownMode: () => true,
      refreshers: {
        mcp: async () => void asked.push('mcp'),
        skill: () => Promise.reject(new Error('the folder is gone')),
      },
    });
    await registry.refresh('mcp');
    expect(asked).toEqual(['mcp']);
    await expect(registry.refresh('skill')).rejects.toThrow('the folder is gone');
  });

  it('may be missing: then there is nothing to do', async () => {
    const registry = registryOf(entry('a'));
    await expect(
      Promise.all((['builtin', 'mcp', 'skill'] as const).map((kind) => registry.refresh(kind))),
    ).resolves.toHaveLength(3);
    expect(names(registry)).toEqual(['a']);
  });
});

describe('listeners', () => {
  it('hear of every change once it is there, and of nothing else', () => {
    const registry = registryOf();
    const heard: string[][] = [];
    const stop = registry.onChange(() => heard.push(names(registry)));
    registry.register(entry('a'));
    registry.swap('builtin', {}, [entry('b'), entry('c')]);
    registry.unregister('b');
    registry.unregister('none');
    registry.list();
    stop();
    registry.register(entry('d'));
    expect(heard).toEqual([['a'], ['b', 'c'], ['c']]);
  });

  it('may leave, come and change the registry while they are told', () => {
    const registry = registryOf();
    const heard: string[] = [];
    const listen = () => {
      heard.push('first');
      stop();
      stop = registry.onChange(listen);
    };
    let stop = registry.onChange(listen);
    registry.onChange(() => {
      heard.push('second');
      if (registry.find('b') === undefined) registry.register(entry('b'));
    });
    registry.register(entry('a'));
    expect(heard).toEqual(['first', 'second', 'second', 'first']);
    expect(names(registry)).toEqual(['a', 'b']);
  });
});

it('answers what a trust and a policy come to', () => {
  const registry = registryOf();
  expect(registry.resolvePolicy('guest', ['read_only', 'exec'])).toEqual({ allow: ['read_only'], deny: [] });
  expect(registry.resolvePolicy(null)).toEqual({ allow: ['read_only'], deny: [] });
});

it('takes what is proven as it is, and keeps a copy that nobody changes', () => {
  const proven = entry('proven', { mode: 'unheard_of' });
  const registry = createRegistry({ isKnownMode: () => false, proven: new Set([proven.tool]) });
  registry.register(proven);
  expect(registry.find('proven')).toEqual(proven.tool);
  expect(Object.isFrozen(registry.find('proven')?.parameters)).toBe(true);
  expect(() => registry.register({ ...proven, tool: { ...proven.tool, name: 'other' } })).toThrow('does not exist');
});

describe('10,000 tools', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => entry(`tool_${index}`, { aliases: [`alias.${index}`] }));

  it('are registered one by one, and swapped as a family, in little time', () => {
    const registry = createRegistry({ isKnownMode: () => true });
    const started = performance.now();
    for (const item of many) registry.register(item);
    expect(registry.list()).toHaveLength(10_000);
    expect(registry.swap('builtin', {}, many)).toBe(10_000);
    expect(registry.list()).toHaveLength(10_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('are found as quickly as a hundred', () => {
    const timed = (registry: Registry, size: number): number => {
      const asked = Array.from({ length: 2_000 }, (_, index) => [
        `tool_${(index * 7919) % size}`,
        `alias.${index % size}`,
        `none_${index}`,
      ]).flat();
      const rounds = Array.from({ length: 15 }, () => {
        const started = performance.now();
        let found = 0;
        for (const name of asked) if (registry.find(name) !== undefined) found += 1;
        if (found !== 4_000) throw new Error(`found ${found}`);
        return performance.now() - started;
      });
      return Math.min(...rounds);
    };
    const few = timed(registryOf(...many.slice(0, 100)), 100);
    const all = timed(registryOf(...many), 10_000);
    // A search of the list would be a hundred times slower; caches are colder.
    expect(all).toBeLessThan(few * 20 + 1);
  });
});
