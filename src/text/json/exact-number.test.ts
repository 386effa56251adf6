import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactNumber } from './exact-number.ts';

const exact = (text: string) => isExactNumber(text, Number(text));

describe('exact numbers', () => {
  it.each([
    '0',
    '-0',
    '0.0',
    '-0.000',
    '0e5',
    '0E999999999999',
    '1',
    '1.0',
    '1e2',
    '1E+2',
    '100e-2',
    '0.1',
    '0.10',
    '123456789012345',
    '9007199254740991',
    '9007199254740992',
    '9007199254740994',
    '-1.5e-7',
    '1e21',
    '1000000000000000000000',
    '1e22',
    '5e-324',
    '1.7976931348623157e308',
    '0.30000000000000004',
    `1.${'0'.repeat(400)}`,
    `0.${'0'.repeat(20)}1`,
    '1e0000000000000000000001',
  ])('keep their value as a double: %s', (text) => {
    expect(exact(text)).toBe(true);
  });

  it.each([
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740993',
    '0.1000000000000000055511151231257827',
    '1e400',
    '-1e400',
    '1e-400',
    '4e-324',
    '1e99999999999999999999',
    '1e-99999999999999999999',
    '3.14159265358979323846',
    '0.3000000000000000444',
    '1.7976931348623159e308',
    '100000000000000000000001',
    `1${'0'.repeat(400)}`,
    `${'1'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
  ])('change their value as a double: %s', (text) => {
    expect(exact(text)).toBe(false);
  });

  it('agree with whole-number arithmetic over random decimals', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,24})$/);
    const fraction = fc.stringMatching(/^(?:\.[0-9]{1,22})?$/);
    const exponent = fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined });
    fc.assert(
      fc.property(fc.tuple(fc.constantFrom('', '-'), digits, fraction), exponent, ([sign, whole, part], power) => {
        const text = `${sign}${whole}${part}${power === undefined ? '' : `e${power}`}`;
        expect(exact(text)).toBe(scaled(text) === scaled(String(Number(text))));
      }),
      { numRuns: 2000 },
    );
  });

  it('say yes to whatever a double prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(exact(String(value))).toBe(true);
      }),
    );
  });

  it('take linear time over runs of zeros', () => {
    const start = performance.now();
    expect(exact(`0.${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

/** The value times 10^400, as a whole number. */
function scaled(text: string): bigint {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  return (
    BigInt(whole.replace('-', '') + part) *
    10n ** BigInt(400 - part.length + Number(power)) *
    (mantissa.startsWith('-') ? -1n : 1n)
  );
}
