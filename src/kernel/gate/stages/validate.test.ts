import { describe, expect, it } from 'vitest';
import type { CommandShape, JsonObject, JsonValue, Tool, UrlShape } from '../../../contract/index.ts';
import { scriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: 5 },
    count: { type: 'integer', minimum: 1 },
    flag: { type: 'boolean' },
    list: { type: 'array', items: { type: 'number' } },
    either: { type: ['string', 'number'] },
    nested: {
      type: 'object',
      properties: { deep: { type: 'string' } },
      required: ['deep'],
      additionalProperties: false,
    },
    big: { type: 'number' },
    anything: {},
  },
  additionalProperties: false,
};

async function validated(args: JsonValue | string, more: Partial<Tool> = {}) {
  const tool = scriptedTool({ parameters: schema, ...more });
  const { call, events } = await createTestGate({ tools: [tool] });
  const outcome = await call('plain', args);
  return { outcome, runs: tool.runs, events: await events(outcome.callId) };
}

const refusal = { kind: 'refused', by: 'validate', code: 'invalid_arguments', schema };

describe('arguments that are no JSON object', () => {
  it.each([
    '{',
    'null',
    '[]',
    '5',
    '"text"',
    '{"a":1}{}',
    "{'a':1}",
    '{"a":undefined}',
    '{a:1}',
    'NaN',
    '{"a":01}',
    '﻿{}',
  ])('refuses %j and runs nothing', async (json) => {
    const { outcome, runs } = await validated(json);
    expect(outcome).toMatchObject(refusal);
    expect(runs).toEqual([]);
  });

  it.each(['', ' \n\t'])('takes the empty text %j for no arguments', async (json) => {
    expect((await validated(json)).outcome).toMatchObject({ kind: 'completed' });
  });

  it('says which path is wrong', async () => {
    const { outcome } = await validated('{"nested": {"deep": "\\ud800"}}');
    expect(outcome).toMatchObject({ ...refusal, problems: [{ path: '/nested/deep' }] });
  });

  it.each([
    ['duplicate keys', '{"text": "a", "text": "b"}'],
    ['duplicate keys after unescaping', '{"text": "a", "te\\u0078t": "b"}'],
    ['half of a surrogate pair', '{"text": "\\udc00"}'],
    ['10,000 levels of lists', `{"anything": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['10,000 levels of objects', `{"anything": ${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['65 levels', `{"anything": ${'['.repeat(64)}${']'.repeat(64)}}`],
    ['more than 1 MiB', `{"anything": "${'x'.repeat(1_048_576)}"}`],
  ])('refuses %s', async (_what, json) => {
    const { outcome, runs } = await validated(json);
    expect(outcome).toMatchObject(refusal);
    expect(runs).toEqual([]);
  });

  it('takes 64 levels and just under 1 MiB', async () => {
    expect((await validated(`{"anything": ${'['.repeat(63)}${']'.repeat(63)}}`)).outcome.kind).toBe('completed');
    expect((await validated(`{"anything": "${'x'.repeat(1_048_500)}"}`)).outcome.kind).toBe('completed');
  });

  it('refuses a value that is no JSON as it refuses such a text', async () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    for (const value of [deep, '\ud800', 'x'.repeat(1_048_577)]) {
      const { outcome, runs } = await validated({ anything: value });
      expect(outcome).toMatchObject(refusal);
      expect(runs).toEqual([]);
    }
  });
});

describe('arguments that fail the schema', () => {
  it.each<[JsonObject, string, string]>([
    [{ text: 'too long' }, '/text', 'maxLength 5'],
    [{ count: 0 }, '/count', 'minimum 1'],
    [{ count: 1.5 }, '/count', 'integer'],
    [{ nested: {} }, '/nested/deep', 'a value'],
    [{ nested: { deep: 'x', other: 1 } }, '/nested/other', 'no such parameter'],
    [{ list: [1, 'two'] }, '/list/1', 'number'],
    [{ unknown: 1 }, '/unknown', 'no such parameter'],
    [{ constructor: 1 }, '/constructor', 'no such parameter'],
    [{ 'a/b~c': 1 }, '/a~1b~0c', 'no such parameter'],
  ])('refuses %j at %s', async (args, path, expected) => {
    const { outcome, runs, events } = await validated(args);
    expect(outcome).toMatchObject({ ...refusal, problems: [{ path, expected: expect.stringContaining(expected) }] });
    expect(runs).toEqual([]);
    expect(events.map(({ kind, envelope }) => [kind, envelope['rule'] ?? envelope['code']])).toEqual([
      ['policy_decision', 'invalid_arguments'],
      ['tool_denied', 'invalid_arguments'],
    ]);
  });

  it('refuses a member named __proto__ that the schema does not know', async () => {
    const { outcome } = await validated('{"__proto__": {"admin": true}}');
    expect(outcome).toMatchObject({ ...refusal, problems: [{ path: '/__proto__' }] });
  });

  it('keeps extras where the schema of a tool allows them', async () => {
    const { runs } = await validated({ more: 1 }, { parameters: { type: 'object' } });
    expect(runs.map(({ args }) => args)).toEqual([{ more: 1 }]);
  });

  it('counts what else is wrong', async () => {
    const { outcome } = await validated({ text: 'too long', count: 0, unknown: 1 });
    expect(outcome).toMatchObject({ reason: expect.stringContaining('(and 2 more). Nothing was run.') });
  });

  it('refuses every call of a tool whose schema is none', async () => {
    const { outcome, runs } = await validated(
      {},
      { parameters: { type: 'object', properties: { a: { type: 'no such type' } } } },
    );
    expect(outcome).toMatchObject({ kind: 'refused', by: 'validate', code: 'invalid_tool' });
    expect(runs).toEqual([]);
  });
});

describe('texts where the schema wants something else', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ count: '5' }, { count: 5 }],
    [{ flag: 'true' }, { flag: true }],
    [{ list: '[1, 2]' }, { list: [1, 2] }],
    [{ list: ['1', 2] }, { list: [1, 2] }],
    [{ nested: '{"deep": "x"}' }, { nested: { deep: 'x' } }],
  ])('reads %j as %j, and records that it did', async (args, meant) => {
    const { outcome, runs, events } = await validated(args);
    expect(outcome.kind).toBe('completed');
    expect(runs.map((run) => run.args)).toEqual([meant]);
    expect(events[0]?.values['arguments']).toEqual(meant);
    expect(events[0]?.values['coercions']).toHaveLength(1);
  });

  it.each<JsonObject>([{ text: '5' }, { either: '5' }, { anything: '5' }])(
    'leaves a text where texts are taken: %j',
    async (args) => {
      const { runs, events } = await validated(args);
      expect(runs.map((run) => run.args)).toEqual([args]);
      expect(events[0]?.values['coercions']).toEqual([]);
    },
  );

  it.each<JsonObject>([{ count: '5x' }, { count: '' }, { flag: 'yes' }, { count: '1.5' }, { list: '[1,' }])(
    'refuses what reads as nothing else: %j',
    async (args) => {
      expect((await validated(args)).outcome).toMatchObject(refusal);
    },
  );
});

describe('numbers that a double would change', () => {
  it.each(['12345678901234567890', '0.1000000000000000055511151231257827', '9007199254740993'])(
    'brings %s to the handler as it was sent',
    async (digits) => {
      const { runs, events } = await validated(`{"big": ${digits}, "anything": [${digits}]}`);
      expect(JSON.stringify(runs[0]?.args)).toBe(`{"big":${digits},"anything":[${digits}]}`);
      expect(JSON.stringify(events[0]?.values['arguments'])).toContain(digits);
    },
  );

  it('judges such a number by its value', async () => {
    expect((await validated('{"count": -12345678901234567890}')).outcome).toMatchObject({
      problems: [{ path: '/count' }],
    });
    expect((await validated('{"count": 12345678901234567890}')).outcome.kind).toBe('completed');
  });
});

describe('what a call acts on', () => {
  const targeted = (kind: Tool['targets'][number]['kind']): Partial<Tool> => ({
    parameters: { type: 'object' },
    targets: [{ pointer: '/at', kind, action: 'use' }],
  });

  it.each(['path', 'url', 'host', 'name'] as const)('refuses control characters in a %s', async (kind) => {
    for (const character of ['\0', '\n', '\u001b', '\u007f', '\u0085']) {
      const { outcome, runs } = await validated({ at: `https://a${character}b` }, targeted(kind));
      expect(outcome).toMatchObject({
        code: 'invalid_arguments',
        problems: [{ path: '/at', message: 'holds a control character' }],
      });
      expect(runs).toEqual([]);
    }
  });

  it('lets a command have lines, and no NUL', async () => {
    expect((await validated({ at: 'echo a\necho b' }, targeted('command'))).outcome.kind).toBe('completed');
    expect((await validated({ at: 'echo a\0b' }, targeted('command'))).outcome).toMatchObject({
      problems: [{ path: '/at' }],
    });
  });

  it.each([
    'ftp://host/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'http:host',
    '//host',
    'host',
    '',
  ])('refuses %j as a URL', async (at) => {
    expect((await validated({ at }, targeted('url'))).outcome).toMatchObject({
      problems: [{ path: '/at', message: 'is not an http or https URL' }],
    });
  });

  it.each([5, true, { path: 'a' }, [5], ['a', 5], ['a', ['b']]])('refuses a target that is no text: %j', async (at) => {
    const { outcome, runs } = await validated({ at }, targeted('path'));
    expect(outcome).toMatchObject({
      code: 'invalid_arguments',
      problems: [{ message: 'names what the call acts on and is no text' }],
    });
    expect(runs).toEqual([]);
  });

  it('looks at every text of a list', async () => {
    expect((await validated({ at: ['a', 'b\0'] }, targeted('path'))).outcome).toMatchObject({
      problems: [{ path: '/at/1' }],
    });
    const { events } = await validated({ at: ['a', 'b'] }, targeted('path'));
    expect(events[0]?.values['input']).toMatchObject({
      targets: [
        { value: 'a', pointer: '/at/0' },
        { value: 'b', pointer: '/at/1' },
      ],
    });
  });

  it.each([{}, { at: null }])('has no target where none is named: %j', async (args) => {
    const { outcome, events } = await validated(args, targeted('path'));
    expect(outcome.kind).toBe('completed');
    expect(events[0]?.values['input']).toMatchObject({ targets: [] });
  });

  it('checks what stands in for an absent argument too', async () => {
    const { events } = await validated(
      {},
      { parameters: { type: 'object' }, targets: [{ pointer: '/at', kind: 'path', action: 'list', fallback: '.' }] },
    );
    expect(events[0]?.values['input']).toMatchObject({ targets: [{ value: '.', action: 'list' }] });
  });

  describe('as a whole command', () => {
    const command: CommandShape = {
      words: ['app', 'do'],
      flags: [
        {
          property: 'yes',
          flag: '--yes',
          kind: 'switch',
          negation: null,
          isOn: false,
          join: '=',
          dangerous: false,
        },
      ],
      args: [
        { property: 'from', fallback: [], many: false },
        { property: 'to', fallback: [], many: false },
      ],
      separates: true,
    };
    const ofCommand: Partial<Tool> = {
      parameters: { type: 'object' },
      targets: [{ pointer: '', kind: 'command', action: 'run', line: { command, directory: '.' } }],
    };

    it('is the line of the words that run', async () => {
      const { events } = await validated({ to: '-b c', from: "it's", yes: true }, ofCommand);
      const value = String.raw`app do --yes -- 'it'\''s' '-b c'`;
      expect(events[0]?.values['input']).toMatchObject({ targets: [{ kind: 'command', value, pointer: '' }] });
    });

    it.each<[JsonObject, string, string]>([
      [{ nope: 1 }, '/nope', 'unknown property "nope"'],
      [{ 'a/b': 1 }, '/a~1b', 'unknown property "a/b"'],
      [{ yes: 'x' }, '/yes', 'flag "yes": expected boolean, got string'],
      [{ to: 'b' }, '/from', 'argument "from" must be set because a later argument is set'],
      [{ from: 'a\0' }, '/from', 'argument "from": holds a NUL, which no argument of a program can'],
    ])('refuses %j in its own words', async (args, path, message) => {
      const { outcome, runs } = await validated(args, ofCommand);
      expect(outcome).toMatchObject({
        code: 'invalid_arguments',
        reason: expect.stringContaining(`${path}: ${message}; expected `),
        problems: [{ path, message }],
      });
      expect(runs).toEqual([]);
    });
  });
});

describe('an address made of several arguments', () => {
  const parts = [
    'https://h.example/',
    { pointer: '/text', encode: 'raw', style: 'simple', name: '', explode: false },
  ] as const;
  const url: UrlShape = {
    parts,
    query: [{ pointer: '/count', name: 'n', style: 'form', explode: true, allowReserved: false }],
  };
  const targets: Tool['targets'] = [{ pointer: '', kind: 'url', action: 'get', url }];

  it.each<[JsonObject, string, RegExp]>([
    [{ count: 1 }, '/text', /is missing.*text=/],
    [{ text: '..' }, '/text', /part of the path/],
    [{ text: 'a\r\nb' }, '/text', /control character/],
  ])('refuses %j before anything else looks, and names %s', async (args, path, message) => {
    const { outcome, runs } = await validated(args, { targets });
    expect(outcome).toMatchObject({ ...refusal, problems: [{ path, message: expect.stringMatching(message) }] });
    expect(runs).toEqual([]);
  });

  it('is what the decision is about', async () => {
    const { outcome, events } = await validated('{"text":"a b","count":12345678901234567890}', {
      targets,
      parameters: { ...schema, properties: { text: { type: 'string' }, count: { type: 'number' } } },
    });
    expect(outcome.kind).toBe('completed');
    expect(JSON.stringify(events)).toContain('https://h.example/a b?n=12345678901234567890');
  });
});
