import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../json/json-value.ts';
import { parseJson } from '../json/lossless-json.ts';
import { numericShadow } from './numeric-shadow.ts';

function read(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

it.each([
  ['12345678901234567890', 12345678901234567890],
  ['-12345678901234567890', -12345678901234567890],
  ['12345678901234567890.000', 12345678901234567890],
  ['123456789012345678901e2', 12345678901234567890100],
  ['1234567890123456789.01e2', 123456789012345678901],
  ['0.12345678901234567890123', 0.12345678901234568],
])('reads %s as the nearest double', (text, expected) => {
  expect(numericShadow(read(text))).toBe(expected);
});

it.each([
  ['1.00000000000000000001', 1, 'above'],
  ['0.99999999999999999999', 1, 'below'],
  ['-1.00000000000000000001', -1, 'below'],
  ['-0.99999999999999999999', -1, 'above'],
  ['1000000.00000000000000000001', 1000000, 'above'],
  [`0.${'0'.repeat(400)}1`, 0, 'above'],
] as const)('keeps %s apart from the integer %d that its double is', (text, integer, side) => {
  const shadow = numericShadow(read(text));
  expect(Number.isInteger(shadow)).toBe(false);
  expect(side === 'above' ? Number(shadow) > integer : Number(shadow) < integer).toBe(true);
});

it.each([
  '12345678901234567890.5',
  '-4503599627370497.00000000000000001',
  '1.00000000000000000001e0',
  '123456789012345678901e-1',
])('takes %s for no number at all, since no double has its fraction', (text) => {
  expect(numericShadow(read(text))).toBeNaN();
});

it('takes a number beyond every double for infinite', () => {
  expect(numericShadow(read('1e400'))).toBe(Number.POSITIVE_INFINITY);
});

it('replaces raw numbers wherever they stand, `__proto__` included, and leaves the value itself alone', () => {
  const text = '{"a":[1,{"b":12345678901234567890}],"__proto__":12345678901234567890,"c":"12345678901234567890"}';
  const value = read(text);
  const shadow = numericShadow(value);
  expect(JSON.stringify(shadow)).toBe(
    '{"a":[1,{"b":12345678901234567000}],"__proto__":12345678901234567000,"c":"12345678901234567890"}',
  );
  expect(Object.getPrototypeOf(shadow)).toBe(Object.prototype);
  expect(JSON.stringify(value)).toBe(text);
});

it('gives back the very value where nothing is raw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // What fast-check makes is JSON.
      expect(numericShadow(value as JsonValue)).toBe(value);
    }),
  );
});

it('reads every integer text as an integer and every text with a fraction as none', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,40}$/);
  const fraction = fc.stringMatching(/^\d{0,30}[1-9]$/);
  fc.assert(
    fc.property(digits, fraction, (whole, part) => {
      expect(Number.isInteger(numericShadow(read(whole)))).toBe(true);
      expect(Number.isInteger(numericShadow(read(`${whole}.${part}`)))).toBe(false);
    }),
  );
});
