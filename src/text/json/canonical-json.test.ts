import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { rawNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import { parseJson } from './lossless-json.ts';

/** What only a caller without types can hand over. */
const canonicalOf = (value: unknown) => canonicalJson(value as JsonValue);

describe('canonicalJson', () => {
  it('writes the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts as RFC 8785, section 3.2.3: by UTF-16 code units', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect([...canonicalJson(value).matchAll(/:"([^"]*)"/g)].map((match) => match[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s of RFC 8785, appendix B, as %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  it.each<[string, JsonValue]>([
    ['{}', {}],
    ['[]', []],
    ['""', ''],
    ['null', null],
    ['{"":{"":[]}}', { '': { '': [] } }],
    ['{"10":1,"9":2,"a":3}', { a: 3, 9: 2, 10: 1 }],
    ['"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028"', '\b\t\n\f\r\u0000\u001f\u007f\u2028'],
    ['"😀"', '😀'],
    ['{"a":1,"b":12345678901234567890}', { b: rawNumber('12345678901234567890'), a: 1 }],
    ['[1e400]', [rawNumber('1e400')]],
    ['{"rawJSON":"1"}', { rawJSON: '1' }],
  ])('writes %s', (text, value) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('sorts many keys, and a member named __proto__ among them', () => {
    const value = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${99 - index}`, index]));
    const keys = [...canonicalJson(value).matchAll(/"(k\d+)"/g)].map((match) => match[1]);
    expect(keys).toHaveLength(100);
    expect(keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < (key ?? ''))).toBe(true);
    const parse = parseJson('{"z":1,"__proto__":{"b":1,"a":2},"a":3}');
    expect(parse.ok && canonicalJson(parse.value)).toBe('{"__proto__":{"a":2,"b":1},"a":3,"z":1}');
  });

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['a hole', Array(1)],
    ['half of a pair', 'a\ud800'],
    ['half of a pair in a long text', `${'x'.repeat(100)}\udc00`],
    ['a key with half of a pair', { '\ud800': 1 }],
    ['raw text', JSON.rawJSON('"a"')],
    ['a boxed text', Object('a')],
    ['an object with toJSON', { toJSON: () => 1 }],
  ])('throws TypeError for %s', (_, value) => {
    expect(() => canonicalOf(value)).toThrow(TypeError);
    expect(() => canonicalOf({ a: [value] })).toThrow(TypeError);
  });

  it('throws TypeError, not RangeError, for a value that contains itself', () => {
    const self: Record<string, unknown> = {};
    self['me'] = self;
    expect(() => canonicalOf(self)).toThrow(TypeError);
  });

  it('gives one text for one value, whatever the order of its members', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // JSON itself: the only values here are those of jsonValue.
        const text = canonicalOf(value);
        expect(canonicalOf(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toStrictEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalOf(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
