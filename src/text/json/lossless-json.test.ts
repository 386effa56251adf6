import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRawNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import { parseJson } from './lossless-json.ts';
import type { JsonLimits } from './json-problem.ts';

const problemOf = (text: string, limits?: JsonLimits) => {
  const parse = parseJson(text, limits);
  if (parse.ok) throw new Error(`parsed: ${text.slice(0, 80)}`);
  return parse.problem;
};
const valueOf = (text: string, limits?: JsonLimits): JsonValue => {
  const parse = parseJson(text, limits);
  if (!parse.ok) throw new Error(parse.problem.message);
  return parse.value;
};
const high = String.fromCharCode(0xd83d);

describe('parseJson', () => {
  it.each([
    'null',
    'true',
    'false',
    '0',
    '-1.5e3',
    '""',
    '"a"',
    '[]',
    '{}',
    ' \t\r\n[ 1 , 2 ] \n',
    '{"a":{"b":[null,true,{"c":""}]}}',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00"',
    '"\\u0000"',
    '"\u2028\u2029\u007f"',
    '"é😀"',
    '{"":1}',
    '{"2":1,"1":2,"b":3,"a":4}',
    '{"length":1,"toString":2,"hasOwnProperty":3}',
    '[[[[[[]]]]]]',
    '{"a":1,"A":2}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(valueOf(text)).toStrictEqual(JSON.parse(text));
  });

  it.each([
    '12345678901234567890',
    '0.1000000000000000055511151231257827',
    '1e400',
    '-1e400',
    '9007199254740993',
    '1e-400',
  ])('keeps %s as its text', (text) => {
    const value = valueOf(`{"n":[${text}]}`);
    expect(JSON.stringify(value)).toBe(`{"n":[${text}]}`);
    expect(isRawNumber(valueOf(text))).toBe(true);
  });

  it.each([
    ['1.0', 1],
    ['1e2', 100],
    ['-0', -0],
    ['0.1', 0.1],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %s as an ordinary number', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'makes %s a member and nothing else',
    (key) => {
      const value = valueOf(`{"${key}":{"polluted":true}}`);
      // Not toStrictEqual, which asks the members named constructor for the type.
      assert.deepStrictEqual(value, JSON.parse(`{"${key}":{"polluted":true}}`));
      expect(Object.keys(value ?? {})).toEqual([key]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect('polluted' in {}).toBe(false);
    },
  );

  it.each([
    ['{"a":1,"a":2}', '/a', 7],
    ['{"a":1,"b":{"c":1,"d":2,"c":1}}', '/b/c', 24],
    ['[{"x":1},{"\\u0078":1,"x":1}]', '/1/x', 21],
    ['{"__proto__":1,"__proto__":2}', '/__proto__', 15],
    ['{"constructor":1,"constructor":1}', '/constructor', 17],
    ['{"":0,"":0}', '/', 6],
    ['{"a/b~c":0,"a/b~c":0}', '/a~1b~0c', 11],
    ['{"1":0,"1":0}', '/1', 7],
  ])('refuses a repeated key: %s', (text, path, offset) => {
    expect(problemOf(text)).toMatchObject({ code: 'duplicate_key', path, offset, line: 1, column: offset + 1 });
  });

  it.each([
    ['"\\ud83d"', '', 0],
    ['"\\ude00\\ud83d"', '', 0],
    [`{"a":["x","${high}"]}`, '/a/1', 10],
    [`{"a":{"k${high}":1}}`, '/a', 6],
    ['{"\\uDC00":1}', '', 1],
    ['"\\ud83d\\u0041"', '', 0],
    ['"\\ud83d \\ude00"', '', 0],
  ])('refuses half of a surrogate pair: %j', (text, path, offset) => {
    expect(problemOf(text)).toMatchObject({ code: 'lone_surrogate', path, offset });
  });

  it.each([
    ['', '', 0],
    [' ', '', 1],
    ['nul', '', 0],
    ['True', '', 0],
    ['NaN', '', 0],
    ['[Infinity]', '/0', 1],
    ['-', '', 0],
    ['-Infinity', '', 0],
    ['+1', '', 0],
    ['.5', '', 0],
    ['01', '', 1],
    ['1.', '', 1],
    ['1.e5', '', 1],
    ['1e', '', 1],
    ['0x1F', '', 1],
    ['1_000', '', 1],
    ['[1,]', '/1', 3],
    ['[,1]', '/0', 1],
    ['[1 2]', '', 3],
    ['[1', '', 2],
    ['[', '/0', 1],
    ['{', '', 1],
    ['{"a"', '/a', 4],
    ['{"a":', '/a', 5],
    ['{"a":1', '', 6],
    ['{"a":1,}', '', 7],
    ['{,}', '', 1],
    ['{a:1}', '', 1],
    ["{'a':1}", '', 1],
    ['{"a" 1}', '/a', 5],
    ['{"a":1 "b":2}', '', 7],
    ['{1:1}', '', 1],
    ['"a', '', 2],
    ['"a\nb"', '', 2],
    ['"\t"', '', 1],
    ['"\u0000"', '', 1],
    ['"\\x41"', '', 1],
    ['"\\u12"', '', 1],
    ['"\\u12G4"', '', 1],
    ['"\\', '', 1],
    ["'a'", '', 0],
    ['1 2', '', 2],
    ['{} {}', '', 3],
    ['[]]', '', 2],
    ['// c\n1', '', 0],
    ['1 /* c */', '', 2],
    ['\ufeff1', '', 0],
    ['\u00a01', '', 0],
    ['1\u0000', '', 1],
    ['[1]\u000b', '', 3],
    ['undefined', '', 0],
    ['1n', '', 1],
    ['`a`', '', 0],
    ['[1,\n2,\n x]', '/2', 8],
  ])('refuses %j at its place', (text, path, offset) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(problemOf(text)).toMatchObject({ code: 'syntax', path, offset });
  });

  it('names line and column, whatever ends the lines', () => {
    expect(problemOf('{\n  "a": 1,\r\n  "b": x\r}')).toMatchObject({ line: 3, column: 8, path: '/b' });
    expect(problemOf('[\r\r?')).toMatchObject({ line: 3, column: 1 });
    expect(problemOf('{"a":1,\n"a":2}').message).toBe(
      'The key "a" stands twice in one object. Send it once (line 2, column 1).',
    );
  });

  it('shows hostile keys and characters harmlessly and short', () => {
    const key = `\u202e${'k'.repeat(10_000)}`;
    const { message } = problemOf(`{"${key}":1,"${key}":2}`);
    expect(message).toContain('"\\u{202E}kkk');
    expect(message.length).toBeLessThan(200);
    expect(problemOf('\u001b[31m').message).toContain('found "\\u{1B}"');
  });

  it('refuses what is nested too deep, and does not fall', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(valueOf(nested(64))).toStrictEqual(JSON.parse(nested(64)));
    expect(problemOf(nested(65))).toMatchObject({ code: 'too_deep', offset: 64 });
    expect(problemOf(nested(10_000)).code).toBe('too_deep');
    expect(problemOf('{"a":'.repeat(10_000)).code).toBe('too_deep');
    expect(problemOf('['.repeat(400_000)).code).toBe('too_deep');
    expect(problemOf(nested(3), { maxDepth: 2 })).toMatchObject({ code: 'too_deep', path: '/0/0' });
    expect(problemOf('[]', { maxDepth: 0 }).code).toBe('too_deep');
    expect(problemOf(nested(10_000), { maxDepth: 100_000 })).toMatchObject({ code: 'too_deep', offset: 512 });
  });

  it('counts the size in bytes of UTF-8', () => {
    expect(problemOf('"ééé"', { maxBytes: 7 }).code).toBe('too_large');
    expect(valueOf('"ééé"', { maxBytes: 8 })).toBe('ééé');
    expect(problemOf('"😀"', { maxBytes: 5 }).code).toBe('too_large');
    expect(problemOf(' '.repeat(1_048_577)).code).toBe('too_large');
    expect(valueOf(`"${'a'.repeat(1_048_574)}"`)).toHaveLength(1_048_574);
  });

  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(valueOf(text)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it('never takes what JSON.parse refuses, and refuses more only for a reason of its own', () => {
    const shards = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '"a"',
      '"b":',
      '\\',
      '\\u0061',
      '\\ud800',
      '1',
      '-',
      '.',
      'e',
      '0',
      '00',
      '12345678901234567890',
      'true',
      'null',
      ' ',
      '\n',
      '\u0001',
      '\ufeff',
      high,
      '😀',
      '"__proto__":',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...shards), { maxLength: 12 }), (parts) => {
        agrees(parts.join(''));
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(), fc.constantFrom(...shards, ''), (text, place, shard) => {
        const at = place % (text.length + 1);
        agrees(text.slice(0, at) + shard + text.slice(at + 1));
      }),
      { numRuns: 2000 },
    );
  });
});

function agrees(text: string): void {
  const parse = parseJson(text);
  const mine = parse.ok ? 'taken' : parse.problem.code;
  const theirs = parsed(text);
  const own = ['duplicate_key', 'lone_surrogate'];
  assert.ok(theirs.ok ? mine === 'taken' || own.includes(mine) : mine !== 'taken', `${JSON.stringify(text)}: ${mine}`);
  if (parse.ok && theirs.ok) assert.deepStrictEqual(rounded(parse.value), theirs.value);
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** The value as JSON.parse gives it. */
function rounded(value: JsonValue): unknown {
  if (isRawNumber(value)) return Number(value.rawJSON);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}
