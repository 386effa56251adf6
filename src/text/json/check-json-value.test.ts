import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJsonValue } from './check-json-value.ts';
import type { JsonLimits } from './json-problem.ts';
import { rawNumber } from './json-value.ts';
import { parseJson } from './lossless-json.ts';

const problemOf = (value: unknown, limits?: JsonLimits) => {
  const check = checkJsonValue(value, limits);
  if (check.ok) throw new Error('taken');
  return check.problem;
};
const bare = (members: object): object => Object.assign(Object.create(null), members);
const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
class Kind {
  readonly a = 1;
}
class List extends Array<number> {}

describe('checkJsonValue', () => {
  it.each([
    ['null', null],
    ['a number', -1.5],
    ['-0', -0],
    ['a text', 'é😀\u0000'],
    ['an empty object', {}],
    ['an object', { a: [1, { b: null }] }],
    ['an object without a prototype', bare({ a: 1 })],
    ['a raw number', { n: rawNumber('1e400') }],
    ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}')],
    [
      'one object in two places',
      (() => {
        const one = { a: 1 };
        return [one, one, { one }];
      })(),
    ],
    ['frozen values', Object.freeze([Object.freeze({})])],
  ])('takes %s and hands back the same value', (_, value) => {
    const check = checkJsonValue(value);
    expect(check.ok && Object.is(check.value, value)).toBe(true);
  });

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a set', new Set()],
    ['a regular expression', /a/],
    ['a buffer', Buffer.from('a')],
    ['a typed array', new Uint8Array(1)],
    ['a boxed text', Object('a')],
    ['a boxed number', Object(1)],
    ['an instance', new Kind()],
    ['an array of another kind', List.from([1])],
    ['an object with a made-up prototype', Object.create({ a: 1 })],
    ['an error', new Error('a')],
    ['a promise', Promise.resolve(1)],
    ['raw text', JSON.rawJSON('"a"')],
    ['raw null', JSON.rawJSON('null')],
    ['a symbol as a key', { [Symbol('a')]: 1 }],
    ['a proxy of a date', new Proxy(new Date(0), {})],
    ['an array with a member of another prototype', Object.setPrototypeOf([1], null)],
  ])('refuses %s, wherever it stands', (_, value) => {
    expect(problemOf(value)).toMatchObject({ code: 'not_json', path: '' });
    expect(problemOf({ ok: 1, list: [0, { 'a/b': value }] })).toMatchObject({ code: 'not_json', path: '/list/1/a~1b' });
  });

  it('refuses a member that is undefined, and a hole, instead of dropping it', () => {
    expect(problemOf({ a: 1, b: undefined })).toMatchObject({ code: 'not_json', path: '/b' });
    const sparse = [1];
    sparse[2] = 3;
    expect(problemOf({ sparse })).toMatchObject({ code: 'not_json', path: '/sparse/1' });
  });

  it('refuses half of a surrogate pair in texts and keys', () => {
    expect(problemOf(['ok', 'a\ud800'])).toMatchObject({ code: 'lone_surrogate', path: '/1' });
    expect(problemOf({ a: { '\udc00': 1 } })).toMatchObject({ code: 'lone_surrogate', path: '/a' });
  });

  it('says that a value contains itself, and where', () => {
    const self: Record<string, unknown> = {};
    self['me'] = self;
    expect(problemOf(self)).toMatchObject({ code: 'cycle', path: '/me' });
    const long: Record<string, unknown> = { list: [1, { back: null }] };
    (long['list'] as Record<string, unknown>[])[1] = { back: long };
    expect(problemOf({ long })).toMatchObject({ code: 'cycle', path: '/long/list/1/back' });
    const heavy: Record<string, unknown> = { text: 'x'.repeat(100_000) };
    heavy['again'] = [heavy];
    expect(problemOf(heavy).code).toBe('cycle');
  });

  it('refuses what is nested too deep, and does not fall', () => {
    expect(checkJsonValue(nested(64)).ok).toBe(true);
    expect(problemOf(nested(65))).toMatchObject({ code: 'too_deep', path: '/0'.repeat(64) });
    expect(problemOf(nested(5000), { maxDepth: 100_000 }).code).toBe('too_deep');
    expect(problemOf({ a: {} }, { maxDepth: 1 })).toMatchObject({ code: 'too_deep', path: '/a' });
  });

  it('ends quickly on values that unfold to an enormous text', () => {
    let wide: unknown = ['x'];
    for (let level = 0; level < 60; level++) wide = [wide, wide];
    const start = performance.now();
    expect(problemOf(wide).code).toBe('too_large');
    expect(problemOf(Array(4_000_000_000)).code).toBe('too_large');
    expect(problemOf(Array(500_000).fill('aaa')).code).toBe('too_large');
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('counts the size that the compact text has', () => {
    const sizes: unknown[] = [
      'é'.repeat(20),
      '\u0001'.repeat(20),
      { k: -1.234567890123456e-300, l: [true, false, null] },
      ['😀', '"'],
      rawNumber('1e400'),
      {},
      [],
    ];
    for (const value of sizes) {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      expect(checkJsonValue(value, { maxBytes: bytes }).ok).toBe(true);
      expect(problemOf(value, { maxBytes: bytes - 1 }).code).toBe('too_large');
    }
  });

  it('keeps its messages short and harmless whatever the keys are', () => {
    const { message } = problemOf({ [`\u001b${'k'.repeat(10_000)}`]: undefined });
    expect(message).toContain('at /\\u{1B}kkk');
    expect(message.length).toBeLessThan(250);
  });

  it('takes exactly what parseJson takes of the same text', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 5 }),
        (value, maxBytes, maxDepth) => {
          const limits = { maxBytes, maxDepth };
          expect(checkJsonValue(value, limits).ok).toBe(parseJson(JSON.stringify(value), limits).ok);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
