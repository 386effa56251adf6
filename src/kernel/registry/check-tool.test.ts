import { describe, expect, it } from 'vitest';
import {
  CapabilityError,
  type CommandShape,
  type JsonObject,
  type JsonValue,
  type TargetPointer,
  type Tool,
  type UrlHole,
} from '../../contract/index.ts';
import { parseJson } from '../../text/index.ts';
import { checkTool } from './check-tool.ts';
import { builtinCatalog } from '../../../test/harness/builtin-tools.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';
import { findMode } from '../policy/modes/tool-modes.ts';

function check(tool: Tool): Tool {
  return checkTool(tool, (mode) => mode === 'introspect');
}

function failure(tool: Tool): CapabilityError {
  try {
    check(tool);
  } catch (cause) {
    if (cause instanceof CapabilityError) return cause;
    throw cause;
  }
  throw new Error('it was taken');
}

/** A tool whose member is of a type that it must not be, as a program without types would give it. */
function misshapen(member: string, value: unknown): Tool {
  return Object.defineProperty(toolForTest(), member, { value, enumerable: true });
}

const urlHole: UrlHole = { pointer: '/id', encode: 'component', style: 'simple', name: 'id', explode: false };
const urlTargetOf = (url: object) => ({ pointer: '', kind: 'url', action: 'get', url }) as const;
const urlTarget = {
  ...urlTargetOf({}),
  url: {
    parts: ['https://h.example/{secret KEY}/', urlHole],
    query: [{ pointer: '/q', name: 'q', style: 'deepObject', explode: true, allowReserved: true }],
  },
} satisfies TargetPointer;

describe('what comes with Gatehouse, and is not checked at a start', () => {
  it.each(builtinCatalog.map((tool) => [tool.name, tool] as const))('%s passes', (_name, tool) => {
    expect(checkTool(tool, (mode) => findMode(mode) !== undefined)).toEqual(tool);
  });
});

const flag = {
  property: 'level',
  flag: '--level',
  kind: 'value',
  negation: null,
  isOn: false,
  join: '=',
  dangerous: false,
} as const;
const argument = { property: 'file', fallback: [], many: true } as const;
const shape: CommandShape = { words: ['ls'], flags: [flag], args: [argument], separates: true };
const commandTarget: TargetPointer = {
  pointer: '',
  kind: 'command',
  action: 'run',
  line: { command: shape, directory: '.' },
};

/** A target whose shape is wrong in one member, as a program without types would give it. */
function commandOf(more: object): object {
  return { ...commandTarget, line: { command: { ...shape, ...more }, directory: '.' } };
}

describe('names', () => {
  it.each(['a', 'A-b_9', '__proto__', 'x'.repeat(64)])('takes %s', (name) => {
    expect(check(toolForTest({ name })).name).toBe(name);
  });

  it.each([
    '',
    ' ',
    'a b',
    'a.b',
    'a/b',
    'é',
    'a\n',
    'a\0',
    '\u202ea',
    'x'.repeat(65),
    'x'.repeat(200),
    'x'.repeat(200_000),
  ])('refuses %j, and shows no more than the start of it', (name) => {
    const error = failure(toolForTest({ name }));
    expect(error.code).toBe('invalid_tool');
    expect(error.message).toMatch(/name must be 1 to 64/);
    expect(error.message.length).toBeLessThan(300);
    expect(error.message).toMatch(/^[\x20-\x7eé…]*$/);
    expect(error.details).toEqual({ tool: name.slice(0, 80) });
  });

  it.each(['a.b', 'a-b', 'x'.repeat(64)])('takes the alias %s', (alias) => {
    expect(check(toolForTest({ aliases: [alias] })).aliases).toEqual([alias]);
  });

  it.each(['', 'a b', 'a/b', 'x'.repeat(65)])('refuses the alias %j', (alias) => {
    expect(failure(toolForTest({ aliases: ['fine', alias] })).message).toMatch(/alias/);
  });
});

it('refuses a mode that does not exist, and names it', () => {
  const error = failure(toolForTest({ mode: 'teleport' }));
  expect(error.code).toBe('unknown_mode');
  expect(error.details).toEqual({ tool: 'sample', mode: 'teleport' });
  expect(error.message).toContain('"teleport"');
});

it.each([0, -1, 86_400_001])('refuses a timeout of %d ms', (timeoutMs) => {
  expect(failure(toolForTest({ timeoutMs })).message).toMatch(/timeout/);
});

describe('schemas', () => {
  it.each<[string, JsonObject]>([
    ['no type', {}],
    ['another type', { type: 'array' }],
    ['several types', { type: ['object', 'null'] }],
  ])('of %s are refused', (_what, parameters) => {
    expect(failure(toolForTest({ parameters })).message).toMatch(/of type object/);
  });

  it.each(['$ref', '$dynamicRef', '$recursiveRef'])('that lead out by %s are refused', (key) => {
    for (const reference of ['https://example.org/a.json', 'file:///etc/passwd', 'a.json#/b', '', ' #']) {
      const parameters: JsonObject = { type: 'object', properties: { a: { anyOf: [{}, { [key]: reference }] } } };
      expect(failure(toolForTest({ parameters })).message).toMatch(/only references inside the schema/);
    }
  });

  it('that refer to themselves are taken, and kept verbatim', () => {
    const parameters: JsonObject = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.org/a.json',
      type: 'object',
      properties: { a: { $ref: '#/$defs/b' }, $ref: { type: 'string' } },
      $defs: { b: { $dynamicRef: '#b' } },
      'x-own': [null, 1.5],
    };
    expect(check(toolForTest({ parameters })).parameters).toEqual(parameters);
  });

  it('keep the numbers and the names that an ordinary copy would lose', () => {
    const text = '{"type":"object","properties":{"a":{"maximum":12345678901234567890},"__proto__":{"type":"string"}}}';
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error('no JSON');
    // It is an object, as it is written above.
    const { parameters } = check(toolForTest({ parameters: parsed.value as JsonObject }));
    expect(JSON.stringify(parameters)).toBe(text);
    expect(Object.getPrototypeOf(parameters['properties'])).toBe(Object.prototype);
  });
});

describe('definitions that are no plain and small JSON', () => {
  it('larger than 256 KiB are refused', () => {
    expect(check(toolForTest({ description: 'x'.repeat(250_000) })).name).toBe('sample');
    expect(failure(toolForTest({ description: 'x'.repeat(262_144) })).message).toMatch(/262144 bytes/);
    expect(failure(toolForTest({ description: 'é'.repeat(131_072) })).message).toMatch(/262144 bytes/);
  });

  it.each<[string, (levels: number) => JsonValue]>([
    ['objects', (levels) => Array.from({ length: levels }).reduce<JsonObject>((inner) => ({ not: inner }), {})],
    ['lists', (levels) => Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], [])],
  ])('nested too deep in %s are refused', (_what, nested) => {
    expect(check(toolForTest({ parameters: { type: 'object', a: nested(50) } })).name).toBe('sample');
    for (const levels of [64, 10_000]) {
      expect(failure(toolForTest({ parameters: { type: 'object', a: nested(levels) } })).code).toBe('invalid_tool');
    }
  });

  it('that contain themselves are refused', () => {
    const loop: Record<string, JsonValue> = { type: 'object' };
    loop['a'] = loop;
    expect(failure(toolForTest({ parameters: loop })).message).toMatch(/contains itself/);
  });

  it.each<[string, unknown]>([
    ['a function', () => 'run me'],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['an instance', new (class Secret {})()],
    ['a symbol', Symbol('s')],
    ['a big integer', 5n],
    ['no number', Number.NaN],
    ['half a character', '\ud800'],
    ['nothing', undefined],
  ])('that hold %s are refused', (_what, value) => {
    const parameters: JsonObject = Object.defineProperty({ type: 'object' }, 'a', { value, enumerable: true });
    expect(failure(toolForTest({ parameters })).code).toBe('invalid_tool');
  });

  it('never bring a function in', () => {
    expect(failure(misshapen('run', () => 'run me')).code).toBe('invalid_tool');
  });
});

describe('members', () => {
  it.each(Object.keys(toolForTest()))('%s must be there', (member) => {
    const { [member]: _left, ...rest } = Object.fromEntries(Object.entries(toolForTest()));
    // What a program without types may hand over.
    const error = failure(rest as Partial<Tool> as Tool);
    expect(error.code).toBe('invalid_tool');
    expect(error.message).toContain(`its member ${member} `);
  });

  it.each<[string, unknown]>([
    ['name', 5],
    ['kind', 'cli'],
    ['policyClass', 'everything'],
    ['risk', 'none'],
    ['defaultEffect', 'MAYBE'],
    ['effects', ['explodes']],
    ['ownerOnly', 'false'],
    ['locked', 0],
    ['aliases', 'a'],
    ['tags', [5]],
    ['argumentAliases', { a: 5 }],
    ['argumentAliases', []],
    ['origin', { source: 'a', owner: null, family: null }],
    ['origin', null],
    ['examples', [{ description: 'a' }]],
    ['parameters', []],
    ['timeoutMs', '5'],
    ['requiresSetup', false],
    ['actionPointer', 'action'],
    ['actionPointer', ''],
    ['targets', [{ pointer: 'path', kind: 'path', action: 'read' }]],
    ['targets', [{ pointer: '', kind: 'path', action: 'read' }]],
    ['targets', [{ pointer: '/a~2', kind: 'path', action: 'read' }]],
    ['targets', [{ pointer: '/a', kind: 'file', action: 'read' }]],
    ['targets', [{ pointer: '/a', kind: 'path' }]],
    ['targets', [{ pointer: '/a', kind: 'path', action: 'read', fallback: 5 }]],
    ['targets', [{ pointer: '/a', kind: 'command', action: 'run', line: { words: ['ls'] } }]],
    ['targets', [{ pointer: '/a', kind: 'command', action: 'run', line: { words: [], directory: '.' } }]],
    [
      'targets',
      [{ pointer: '/a', kind: 'command', action: 'run', line: { words: [{ pointer: '/a' }], directory: '.' } }],
    ],
    ['targets', [{ pointer: '/a', kind: 'command', action: 'run', line: { words: ['ls', 5], directory: '.' } }]],
    [
      'targets',
      [{ pointer: '/a', kind: 'command', action: 'run', line: { words: ['ls', { pointer: 'a' }], directory: '.' } }],
    ],
    ['targets', [{ pointer: '/a', kind: 'path', action: 'read', line: { words: ['ls'], directory: '.' } }]],
    ['targets', [{ pointer: 'a', kind: 'command', action: 'run', line: { words: ['ls'], directory: '.' } }]],
    [
      'targets',
      [{ pointer: '', kind: 'command', action: 'run', line: { words: ['ls', { parts: [5] }], directory: '.' } }],
    ],
    ['targets', [{ pointer: '', kind: 'command', action: 'run' }]],
    ['targets', [{ ...commandTarget, pointer: '/a' }]],
    ['targets', [{ ...commandTarget, kind: 'path' }]],
    ['targets', [{ ...commandTarget, line: { command: shape } }]],
    ['targets', [{ ...commandTarget, line: { command: shape, directory: '.', place: 'sandbox' } }]],
    ['targets', [{ ...commandTarget, line: { command: shape, directory: '.', words: ['ls'] } }]],
    ...[
      { words: [] },
      { words: [''] },
      { words: ['ls', 'a\0'] },
      { flags: [{ ...flag, flag: '' }] },
      { flags: [{ ...flag, kind: 'list' }] },
      { flags: [{ ...flag, negation: 5 }] },
      { flags: [{ ...flag, isOn: null }] },
      { flags: [{ ...flag, join: ':' }] },
      { flags: [{ ...flag, dangerous: null }] },
      { flags: [flag, flag] },
      { flags: [flag], args: [{ ...argument, property: 'level' }] },
      { args: [{ ...argument, property: '' }] },
      { args: [{ ...argument, fallback: null }] },
      { args: [{ ...argument, many: null }] },
      { separates: null },
    ].map((more): [string, unknown] => ['targets', [commandOf(more)]]),
    ['targets', [{ pointer: '', kind: 'url', action: 'get' }]],
    ['targets', [{ ...urlTarget, kind: 'host' }]],
    ['targets', [urlTargetOf({ parts: ['https://h.example/'] })]],
    ['targets', [urlTargetOf({ parts: ['https://h.example/', { pointer: '/a' }], query: [] })]],
    ['targets', [urlTargetOf({ parts: ['https://h.example/'], query: [{ ...urlHole, style: 'form' }] })]],
    ['targets', [urlTargetOf({ parts: ['h.example/'], query: [] })]],
    ['targets', [urlTargetOf({ parts: ['https://h.example/\n'], query: [] })]],
    ['targets', [urlTargetOf({ parts: [urlHole, '/{secret KEY}'], query: [] })]],
    ['targets', [urlTargetOf({ parts: ['https://{secret KEY}.example/'], query: [] })]],
  ])('%s must not be %j', (member, value) => {
    expect(failure(misshapen(member, value)).message).toContain(`its member ${member} `);
  });

  it('may say all they can say', () => {
    const tool = toolForTest({
      defaultEffect: 'DENY',
      effects: ['writes', 'egress'],
      argumentAliases: { path: 'filename' },
      targets: [
        { pointer: '/a~1b/0', kind: 'path', action: 'write' },
        urlTarget,
        { pointer: '/c', kind: 'url', action: 'get', fallback: 'https://example.org' },
        commandTarget,
        { ...commandTarget, line: { command: shape, directory: '.', place: 'host' } },
      ],
      actionPointer: '/action',
      requiresSetup: 'a key',
    });
    expect(check(tool)).toEqual(tool);
  });
});

describe('the entry', () => {
  const original = toolForTest({
    aliases: ['x'],
    examples: [{ description: 'd', arguments: { list: [{ a: 1 }] } }],
    targets: [{ pointer: '/text', kind: 'name', action: 'read' }],
  });

  function everyObject(value: unknown): object[] {
    if (typeof value !== 'object' || value === null) return [];
    return [value, ...Object.values(value).flatMap(everyObject)];
  }

  it('is frozen to its last part, and so mutation throws', () => {
    const entry = check(original);
    const parts = everyObject(entry);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([]);
    expect(() => Object.assign(entry, { ownerOnly: false })).toThrow(TypeError);
    expect(() => Object.assign(entry.parameters, { type: 'array' })).toThrow(TypeError);
    expect(() => Array.prototype.push.call(entry.aliases, 'y')).toThrow(TypeError);
    expect(() => Object.defineProperty(entry.origin, 'fingerprint', { value: 'other' })).toThrow(TypeError);
  });

  it('is a copy: what was given stays free, and changes nothing afterwards', () => {
    const given = structuredClone(original);
    const entry = check(given);
    expect(everyObject(given).filter((part) => Object.isFrozen(part))).toEqual([]);
    Object.assign(given, { description: 'changed' });
    Object.assign(given.parameters, { type: 'array' });
    expect(entry).toEqual(original);
  });
});
