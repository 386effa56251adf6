import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { cliSettings } from '../../../../test/fixtures/cli-program.ts';
import { commandWords } from '../../../text/index.ts';
import { cliTools } from '../tools/cli-tools.ts';
import { readFisk } from './read-fisk.ts';

const settings = { ...cliSettings, argv: ['app'] } as const;

const doing: JsonObject = {
  name: 'do',
  help: 'Does.',
  flags: [
    { name: 'level', help: 'How much.', short: 108, boolean: false, cumulative: false, completions: ['info', 'warn'] },
    { name: 'count', help: '', boolean: false, cumulative: false },
    { name: 'force', help: '', boolean: true, negatable: true, cumulative: false },
    { name: 'yes', help: '', boolean: true, cumulative: false },
    { name: 'color', help: '', boolean: true, cumulative: false, default: ['true'] },
    { name: 'verbose', help: '', boolean: true, cumulative: true },
    { name: 'tag', help: '', boolean: false, cumulative: true },
    { name: 'label', help: '', boolean: false, cumulative: true },
    { name: 'secret', help: '', boolean: false, cumulative: false, hidden: true },
  ],
  args: [
    { name: 'subject', help: 'What.', required: true, cumulative: false },
    { name: 'body', help: '', cumulative: false },
  ],
  schema: {
    type: 'object',
    properties: {
      count: { type: 'integer', description: 'How often.' },
      label: { type: 'object', additionalProperties: { type: 'string' } },
      verbose: { type: 'array', items: { type: 'integer' } },
    },
  },
};

async function load(...commands: readonly JsonValue[]) {
  const { tools, left } = await cliTools(readFisk({ name: 'app', help: 'An app.', commands }), settings);
  return {
    tools,
    names: tools.map(({ name }) => name),
    left: left.filter((line) => !/^\d+ commands come without|^The arguments of/.test(line)),
    words(name: string, args: JsonObject) {
      const line = tools.find((tool) => tool.name === name)?.targets[0]?.line;
      if (line === undefined || !('command' in line)) throw new Error(`${name} is no tool.`);
      const argv = commandWords(line.command, args);
      return argv.ok ? argv.words.slice(1) : argv.problem.message;
    },
  };
}

describe('the words of a call', async () => {
  const { words, tools } = await load(doing);

  it.each<[JsonObject, readonly string[] | string]>([
    [
      { level: 'info', count: 3, subject: 'hello', body: 'world' },
      ['do', '--level=info', '--count=3', '--', 'hello', 'world'],
    ],
    [{ count: JSON.rawJSON('9007199254740993') }, ['do', '--count=9007199254740993']],
    [{ force: true }, ['do', '--force']],
    [{ force: false, yes: false }, ['do', '--no-force']],
    [{ color: false }, 'flag "color": cannot be set to false: the flag has no negation and defaults to true'],
    [{ verbose: 2 }, ['do', '--verbose', '--verbose']],
    [{ tag: ['a', 'b'], label: { b: 2, a: 1 } }, ['do', '--tag=a', '--tag=b', '--label=a=1', '--label=b=2']],
    [{ nope: 1 }, 'unknown property "nope"'],
    [{ secret: 'x' }, 'unknown property "secret"'],
    [{ body: 'x' }, 'argument "subject" must be set because a later argument is set'],
    [{}, ['do']],
  ])('of %j are %j', (args, expected) => {
    expect(words('do', args)).toEqual(expected);
  });

  it('are what its schema promises', () => {
    expect(tools[0]?.parameters).toEqual({
      type: 'object',
      properties: {
        subject: { type: 'string', description: 'What.' },
        body: { type: 'string' },
        level: { type: 'string', enum: ['info', 'warn'], description: 'How much.' },
        count: { type: 'integer', description: 'How often.' },
        force: { type: 'boolean' },
        yes: { type: 'boolean' },
        color: { type: 'boolean' },
        verbose: { type: ['integer', 'boolean'], minimum: 0, maximum: 100 },
        tag: { type: 'array', items: { type: 'string' } },
        label: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['subject'],
      additionalProperties: false,
    });
  });
});

it('fills what was left out before the last, and wants what has no default', async () => {
  const args = [
    { name: 'a', default: ['x'] },
    { name: 'b', default: [''] },
    { name: 'c' },
    { name: 'd', cumulative: true },
  ];
  const { words } = await load({ name: 'do', args });
  expect(words('do', { c: 'y' })).toEqual(['do', '--', 'x', '', 'y']);
  expect(words('do', { d: ['f1', 'f2'] })).toMatch(/argument "c" must be set/);
  expect(words('do', { d: ['f1', 'f2'], c: '' })).toEqual(['do', '--', 'x', '', '', 'f1', 'f2']);
});

it('keeps commands of one name in two groups apart, hides what is below a hidden one, and makes nothing of a group', async () => {
  const { names, left } = await load(
    { name: 'a', commands: [{ name: 'x' }] },
    { name: 'b', commands: [{ name: 'x', default: true }, { name: 'y' }] },
    { name: 'c', hidden: true, commands: [{ name: 'x' }] },
    ...['help', 'help_long', 'cheat'].map((name) => ({ name })),
  );
  expect(names).toEqual(['a_x', 'b_x', 'b_y']);
  expect(left).toEqual([expect.stringMatching(/^Hidden by the program, .*: "c"\.$/)]);
});

it('takes the schema that is made for models, then the whole one, then what the flags say, and says which', () => {
  const flags = [{ name: 'a' }];
  const schemaOf = (type: string) => ({ properties: { a: { type } } });
  const { doubts } = readFisk({
    name: 'app',
    commands: [
      { name: 'x', flags, schema: schemaOf('string'), restricted_schema: schemaOf('integer') },
      { name: 'y', flags, schema: schemaOf('number') },
      { name: 'z', flags },
    ],
  });
  expect(doubts).toEqual([
    'The arguments of 1 commands are as their restricted_schema says.',
    'The arguments of 1 commands are as their schema says.',
    expect.stringMatching(/^1 commands come without a schema, as an older fisk prints them/),
  ]);
});

it('offers the flags of the framework to nobody', () => {
  const names = ['help', 'help-man', 'completion-bash', 'fisk-introspect', 'version', 'context'];
  const { globals } = readFisk({ name: 'app', flags: names.map((name) => ({ name })), commands: [{ name: 'x' }] });
  expect(globals.map(({ name }) => name)).toEqual(['context']);
});

it('makes a tool of a program that has no commands', async () => {
  const document = {
    name: 'curl',
    help: 'Gets.',
    flags: [
      { name: 'version', boolean: true },
      { name: 'timeout', default: ['5s'] },
    ],
    args: [
      { name: 'url', required: true },
      { name: 'debug', hidden: true },
    ],
  };
  const { tools } = await cliTools(readFisk(document), settings);
  expect(tools).toMatchObject([{ name: 'curl', parameters: { required: ['url'] } }]);
  expect(Object.keys(tools[0]?.parameters['properties'] ?? {})).toEqual(['url', 'timeout']);
});

it.each<[JsonValue, string]>([
  [null, 'it is null and no object'],
  ['text', 'it is a string and no object'],
  [[], 'it is a list and no object'],
  [{}, 'it has no name'],
  [{ name: 5 }, 'it has no name'],
  [{ name: 'app', help: '' }, 'it has neither commands nor flags nor arguments'],
  [{ name: 'app', commands: {} }, 'it has neither commands nor flags nor arguments'],
])('%j is no document', (document, why) => {
  expect(() => readFisk(document)).toThrow(`This is no document of a fisk application: ${why}.`);
});

describe('what is wrong in a part', () => {
  it.each<[string, JsonValue, readonly string[], RegExp]>([
    ['a command that is none', 5, ['ok'], /its command 1 has no name: it is left out with all below it/],
    ['one without a name', { help: 'x' }, ['ok'], /its command 1 has no name/],
    ['one with a name that is no text', { name: ['a'] }, ['ok'], /its command 1 has no name/],
    ['one with an empty name', { name: '' }, ['ok'], /has no name: it is left out/],
    ['a name with a NUL', { name: 'a\0b' }, ['ok'], /has control characters in its name/],
    ['a name with lines', { name: 'a\nb' }, ['ok'], /has control characters in its name/],
    ['commands that are no list', { name: 'a', commands: { b: {} } }, ['ok'], /The command "a": commands is no list/],
    ['commands that are none', { name: 'a', commands: [null] }, ['ok'], /The command "a": its command 1 has no name/],
    ['flags that are no list', { name: 'a', flags: 'x' }, ['a', 'ok'], /The command "a": flags is no list/],
    ['a flag that is none', { name: 'a', flags: [null, 7] }, ['a', 'ok'], /a flag has no name: it is left out/],
    ['an argument that is none', { name: 'a', args: [{}] }, ['ok'], /nobody knows what stands where/],
    [
      'a type that is none',
      { name: 'a', flags: [{ name: 'x', boolean: 'yes' }] },
      ['a', 'ok'],
      /"x": boolean is neither/,
    ],
    [
      'a default that is a map',
      { name: 'a', flags: [{ name: 'x', default: {} }] },
      ['a', 'ok'],
      /default holds what is no text/,
    ],
    [
      'a default with a NUL',
      { name: 'a', args: [{ name: 'x', default: ['\0'] }] },
      ['a', 'ok'],
      /default holds what is no text/,
    ],
    [
      'choices that are none',
      { name: 'a', flags: [{ name: 'x', completions: [[]] }] },
      ['a', 'ok'],
      /completions holds/,
    ],
    ['a help that is none', { name: 'a', help: { a: 1 } }, ['a', 'ok'], /help is no text/],
    ['tags that are none', { name: 'a', tags: [{}] }, ['a', 'ok'], /tags holds what is no text/],
    ['a schema that is none', { name: 'a', schema: 'x' }, ['a', 'ok'], /schema is no object/],
    ['hidden that is neither', { name: 'a', hidden: 'no' }, ['ok'], /hidden is neither true nor false/],
    ['two of one name', { name: 'ok' }, ['ok'], /"ok" stands there twice/],
  ])('%s is told, and the rest loads', async (_what, command, names, told) => {
    const loaded = await load(command, { name: 'ok' });
    expect(loaded.names).toEqual(names);
    expect(loaded.left).toEqual(expect.arrayContaining([expect.stringMatching(told)]));
  });

  it('counts what can be read as it is meant', async () => {
    const { tools } = await load({
      name: 'a',
      tags: 'ai:confirm',
      flags: [{ name: 'n', completions: [1, 2], default: 5 }],
    });
    expect(tools).toMatchObject([{ alwaysAsk: true, parameters: { properties: { n: { enum: ['1', '2'] } } } }]);
  });

  it('is no name like __proto__ or constructor', async () => {
    const text =
      '{"name": "__proto__", "flags": [{"name": "__proto__"}, {"name": "constructor"}], "schema": {"properties": {"__proto__": {"type": "integer"}}}}';
    const { tools, words } = await load(JSON.parse(text), { name: 'toString' });
    expect(tools.map(({ name }) => name)).toEqual(['__proto__', 'toString']);
    expect(JSON.stringify(tools[0]?.parameters)).toContain('{"__proto__":{"type":"integer"},"constructor":');
    expect(words('__proto__', JSON.parse('{"__proto__": 5}'))).toEqual(['__proto__', '--__proto__=5']);
    expect(words('toString', {})).toEqual(['toString']);
  });

  it('shows what people read as it is', async () => {
    const { tools } = await load({ name: 'a', help: ' \u001b[31mRed\u202e\ud800\n ' });
    expect(tools[0]?.description).toBe('\\u{1B}[31mRed\\u{202E}\\u{D800}');
  });

  it('reads no deeper than 32 levels, of 10,000', async () => {
    let deep: JsonValue = { name: 'end' };
    for (let level = 0; level < 10_000; level += 1) deep = { name: 'a', commands: [deep] };
    const { names, left } = await load(deep, { name: 'ok' });
    expect(names).toEqual(['ok']);
    expect(left).toEqual([expect.stringMatching(/what lies more than 32 levels deep is left out\.$/)]);
  });

  it('of 100,000 commands loads all', async () => {
    const { names } = await load(...Array.from({ length: 100_000 }, (_, at) => ({ name: `c${at}` })));
    expect(names).toHaveLength(100_000);
  }, 60_000);
});
