import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import { parseJson } from './lossless-json.ts';
import { escapePointerSegment, pointerGet, pointerOf } from './pointer.ts';

const document: JsonValue = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
  deep: { list: [{ x: null }] },
  big: rawNumber('1e400'),
  '~1': 9,
};

describe('pointerGet', () => {
  it.each([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/deep/list/0/x', null],
    ['/big', rawNumber('1e400')],
    ['/~01', 9],
  ])('finds %j', (pointer, expected) => {
    expect(pointerGet(document, pointer)).toStrictEqual(expected);
  });

  it.each([
    'foo',
    '#/foo',
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/01',
    '/foo/1.0',
    '/foo/-1',
    '/foo/1e0',
    '/foo/ 1',
    '/foo/length',
    '/foo/constructor',
    '/foo/at',
    '/foo/99999999999999999999',
    '/constructor',
    '/__proto__',
    '/toString',
    '/hasOwnProperty',
    '/foo/0/length',
    '/foo/0/0',
    '/~',
    '/m~2n',
    '/m~n',
    '/deep/list/0/x/y',
    '/big/rawJSON',
    '/missing/deeper',
    '//',
    '/foo/',
  ])('finds nothing at %j', (pointer) => {
    expect(pointerGet(document, pointer)).toBeUndefined();
  });

  it('finds own members with the names of inherited ones', () => {
    const parse = parseJson('{"__proto__":1,"constructor":{"prototype":2}}');
    if (!parse.ok) throw new Error(parse.problem.message);
    expect(pointerGet(parse.value, '/__proto__')).toBe(1);
    expect(pointerGet(parse.value, '/constructor/prototype')).toBe(2);
  });

  it.each([null, true, 5, 'text', rawNumber('1e400')])('finds only the whole in %j', (value) => {
    expect(pointerGet(value, '')).toStrictEqual(value);
    expect(pointerGet(value, '/0')).toBeUndefined();
    expect(pointerGet(value, '/length')).toBeUndefined();
  });

  it('finds by the pointer to any path what stands there', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.nat(3)), { maxLength: 6 }), (path) => {
        let value: JsonValue = 'here';
        for (const segment of path.toReversed())
          value =
            typeof segment === 'number'
              ? [...Array<null>(segment).fill(null), value]
              : Object.fromEntries([[segment, value]]);
        expect(pointerGet(value, pointerOf(path))).toBe('here');
      }),
    );
  });
});

describe('escapePointerSegment', () => {
  it.each([
    ['a', 'a'],
    ['', ''],
    ['~', '~0'],
    ['/', '~1'],
    ['~1', '~01'],
    ['a/b~c/~', 'a~1b~0c~1~0'],
  ])('writes %j as %j', (segment, escaped) => {
    expect(escapePointerSegment(segment)).toBe(escaped);
  });
});
