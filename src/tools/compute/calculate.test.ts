import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { divideExactly } from './divide-exactly.ts';
import { evaluateExpression, writeNumber } from './evaluate-expression.ts';
import { calculate } from './calculate.ts';
import { parseExpression } from './parse-expression.ts';

/** The result as text, or the problem with its character counted from 1. */
function result(expression: string): string {
  const parsed = parseExpression(expression);
  const value = parsed.kind === 'problem' ? parsed : evaluateExpression(parsed);
  return typeof value === 'object' ? `${value.at + 1}: ${value.text}` : writeNumber(value);
}

describe('an expression', () => {
  // Every right side is what CPython prints.
  it.each([
    ['-7%3', '2'],
    ['7//2', '3'],
    ['-7//2', '-4'],
    ['7//-2', '-4'],
    ['7%-3', '-2'],
    ['-7.5%2', '0.5'],
    ['7.5//-2', '-4.0'],
    ['-0.0//1', '-0.0'],
    ['5%-1.0', '-0.0'],
    ['1//0.1', '9.0'],
    ['2**3**2', '512'],
    ['-2**2', '-4'],
    ['(-2)**2', '4'],
    ['2**-2', '0.25'],
    ['2**-2**2', '0.0625'],
    ['--3', '3'],
    ['-+-3', '3'],
    ['1-2-3', '-4'],
    ['100/10/5', '2.0'],
    ['2+3*4', '14'],
    ['(2+3)*4', '20'],
    ['7/2', '3.5'],
    ['6/2', '3.0'],
    ['0/-5', '-0.0'],
    ['10**20', '100000000000000000000'],
    ['10.0**16', '1e+16'],
    ['10.0**15', '1000000000000000.0'],
    ['0.1+0.2', '0.30000000000000004'],
    ['1/3', '0.3333333333333333'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05'],
    ['1.5e-300', '1.5e-300'],
    ['5e-324', '5e-324'],
    ['0x_ff + 0b11 + 0o7', '265'],
    ['1_000_000', '1000000'],
    ['1. + .5', '1.5'],
    ['00', '0'],
    [' 1 +\t2\n', '3'],
    ['2**1000 % 97', '36'],
    ['(2**600+1)/(2**600)', '1.0'],
    ['(2**1000)**2/2**999/2**1000', '2.0'],
    ['1/(2**1000*2**74)', '5e-324'],
    ['3/(2**1000*2**75)', '1e-323'],
    ['1/(2**1000)/(2**1000)', '0.0'],
  ])('%j is %s', (expression, expected) => expect(result(expression)).toBe(expected));

  it.each([
    ['2**100000', '2: The exponent is beyond ±1000'],
    ['2.0**-1001', '4: The exponent is beyond ±1000'],
    ['1/0', '2: Division by zero'],
    ['1%0.0', '2: Division by zero'],
    ['5//-0.0', '2: Division by zero'],
    ['0**-1', '2: Zero cannot'],
    ['1e308*10', '6: The result is too large'],
    ['1e999', '1: "1e999" is too large'],
    ['9**999*9**999', '7: The result has more than 4096 bits'],
    ['10**1000**2', '3: The exponent'],
    ['99999999**1000', '9: The result has more than 4096 bits'],
    ['1.0/2**1000**1/(2**1000)**2', '15: The integer is too large'],
    ['(2**1000)**4+0.5', '13: The integer is too large'],
    ['(2**1000)**4/3', '13: The result is too large'],
    ['(-8)**(1/3)', '5: A negative number has no real power'],
    ['abs(1)', '1: Only numbers and operators are allowed, not the name "abs"'],
    ['1 + True', '5: Only numbers'],
    ['True+1', '1: Only numbers'],
    ['__import__("os").system("id")', '1: Only numbers'],
    ['1 if 2 else 3', '3: Only numbers'],
    ['π*2', '1: Only numbers'],
    ['1j', '1: "1j" is not a number'],
    ['2x', '1: "2x" is not a number'],
    ['1__0', '1: "1__0" is not a number'],
    ['0x', '1: "0x" is not a number'],
    ['012', '1: "012" has leading zeros'],
    ['2^3', '2: "^" is no part of an expression; a power is written **'],
    ['1,000', '2: "," is no part'],
    ['3×4', '2: "×" is no part of an expression; multiplication'],
    ['1 == 1', '3: "=" is no part'],
    ['[1]', '1: "[" is no part'],
    ['"a"*3', '1: "\\"" is no part'],
    ['😀', '1: "😀" is no part'],
    ['1\u00001', '2: '],
    ['', '1: A number is missing at the end'],
    ['  ', '3: A number is missing at the end'],
    ['1+', '3: A number is missing at the end'],
    ['1 2', '3: An operator is missing before this number'],
    ['*2', '1: "*" is not expected here'],
    ['2 ** ** 3', '6: "**" is not expected here'],
    ['(1+2', '1: This parenthesis is never closed'],
    ['(1 2)', '4: An operator is missing'],
    ['1)', '2: ")" is not expected here'],
    ['()', '2: ")" is not expected here'],
    ['1'.repeat(1001), '1001: The expression is longer than 1000 characters'],
    [Array.from({ length: 65 }, () => '1').join('+'), '129: The expression has more than 128 numbers and operators'],
    ['-'.repeat(999) + '1', '129: The expression has more than 128'],
    ['('.repeat(1000), '1001: A number is missing at the end'],
  ])('%j is refused with its place', (expression, expected) => expect(result(expression)).toContain(expected));

  it('takes 64 numbers and 63 operators, and 400 parentheses', () => {
    expect(result(Array.from({ length: 64 }, () => '1').join('+'))).toBe('64');
    expect(result(`${'('.repeat(400)}7${')'.repeat(400)}`)).toBe('7');
  });

  it('never throws, whatever it is', () => {
    const piece = fc.constantFrom(
      '1',
      '2.5',
      '0x',
      '**',
      '//',
      '%',
      '-',
      '(',
      ')',
      ' ',
      'e',
      '_',
      '.',
      '9'.repeat(30),
      '^',
      '\u{1f600}',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(typeof result(text)).toBe('string');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('keeps the law of floor division for integers of either sign', () => {
    const integer = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n });
    fc.assert(
      fc.property(
        integer,
        integer.filter((n) => n !== 0n),
        (a, b) => {
          const quotient = BigInt(result(`(${a})//(${b})`));
          const remainder = BigInt(result(`(${a})%(${b})`));
          expect(quotient * b + remainder).toBe(a);
          expect(remainder === 0n || remainder < 0n === b < 0n).toBe(true);
        },
      ),
    );
  });
});

describe('the quotient of two integers', () => {
  // No zero above: its quotient has the sign of the divisor, which an integer zero cannot say to a double.
  const exact = fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }).filter((n) => n !== 0n);

  it('is that of the doubles where both are exact', () => {
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        expect(divideExactly(a, b)).toBe(Number(a) / Number(b));
      }),
    );
  });

  it('does not change when both grow by the same factor', () => {
    fc.assert(
      fc.property(exact, exact, fc.bigInt({ min: 1n, max: 2n ** 2000n }), (...[a, b, factor]) => {
        expect(divideExactly(a * factor, b * factor)).toBe(Number(a) / Number(b));
      }),
    );
  });
});

describe('the tool', () => {
  it('answers an integer as text that keeps all its digits', async () => {
    const answer = await runForTest(calculate, { expression: '2**100' }, { ports: {} });
    expect(answer).toEqual({
      blocks: [{ type: 'text', text: '1267650600228229401496703205376' }],
      structured: { value: '1267650600228229401496703205376', type: 'integer' },
    });
  });

  it('answers a refusal as a result that marks the place', async () => {
    const answer = await runForTest(calculate, { expression: '1 + abs(2)' }, { ports: {} });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toBe(
      'Only numbers and operators are allowed, not the name "abs" (at character 5).\n  1 + abs(2)\n      ^',
    );
  });

  it('shows only the surroundings of the place in a long expression, on one line', async () => {
    const answer = await runForTest(
      calculate,
      { expression: `${'1 +\n'.repeat(30)}x${' + 1'.repeat(30)}` },
      { ports: {} },
    );
    const [, line = '', mark = ''] = textOf(answer).split('\n');
    expect([line.length, line.charAt(mark.indexOf('^'))]).toEqual([82, 'x']);
  });
});
