// Computes an expression with Python's numbers: exact integers, doubles, floor division and the sign of the divisor for %.
import { divideExactly } from './divide-exactly.ts';
import type { Expression } from './parse-expression.ts';
import type { ExpressionProblem, Operator } from './read-tokens.ts';

type Value = bigint | number;

const mostBits = 4096;
const integerLimit = 1n << BigInt(mostBits);
const largestExponent = 1000;

/** An integer (bigint) or a finite double; what would be neither is a problem that names the operator. */
export function evaluateExpression(expression: Expression): Value | ExpressionProblem {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'sign': {
      const operand = evaluateExpression(expression.operand);
      if (isProblem(operand) || expression.sign === '+') return operand;
      return -operand;
    }
    case 'operation': {
      const left = evaluateExpression(expression.left);
      if (isProblem(left)) return left;
      const right = evaluateExpression(expression.right);
      if (isProblem(right)) return right;
      const result = operate(expression.operator, left, right);
      const text = typeof result === 'string' ? result : outOfRange(result);
      // A refusal is a string inside this file, so that it can never be taken for a number.
      return typeof result === 'string' || text !== null
        ? { kind: 'problem', text: text ?? '', at: expression.at }
        : result;
    }
  }
}

/** As Python writes it: a float always shows that it is one. */
export function writeNumber(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

function isProblem(value: Value | ExpressionProblem): value is ExpressionProblem {
  return typeof value === 'object';
}

function outOfRange(value: Value): string | null {
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : 'The result is too large for a floating-point number';
  return value < integerLimit && value > -integerLimit ? null : tooManyBits;
}

const tooManyBits = `The result has more than ${mostBits} bits`;

function operate(operator: Operator, left: Value, right: Value): Value | string {
  if (operator === '**') return raise(left, right);
  if ((operator === '/' || operator === '//' || operator === '%') && isZero(right)) return 'Division by zero';
  if (typeof left === 'bigint' && typeof right === 'bigint') return ofIntegers(operator, left, right);
  const [floatLeft, floatRight] = [Number(left), Number(right)];
  // Infinity would swallow the other operand: 1.0 / 2**2000 is no 0.
  if (!Number.isFinite(floatLeft) || !Number.isFinite(floatRight)) return integerTooLarge;
  return ofFloats(operator, floatLeft, floatRight);
}

const integerTooLarge = 'The integer is too large to be used with a floating-point number';

function isZero(value: Value): boolean {
  return value === 0n || value === 0;
}

type Plain = Exclude<Operator, '**'>;

function ofIntegers(operator: Plain, left: bigint, right: bigint): Value {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return divideExactly(left, right);
    case '//':
      return (left - modulo(left, right)) / right;
    case '%':
      return modulo(left, right);
  }
}

/** The remainder with the sign of the divisor. */
function modulo(left: bigint, right: bigint): bigint {
  const remainder = left % right;
  return remainder !== 0n && remainder < 0n !== right < 0n ? remainder + right : remainder;
}

function ofFloats(operator: Plain, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '//':
      return floorDivide(left, right).quotient;
    case '%':
      return floorDivide(left, right).remainder;
  }
}

/** CPython's float_divmod: the quotient is corrected from the exact remainder, not floored from a rounded division. */
function floorDivide(left: number, right: number): { quotient: number; remainder: number } {
  let remainder = left % right;
  let quotient = (left - remainder) / right;
  if (remainder === 0) {
    remainder = right < 0 ? -0 : 0;
  } else if (remainder < 0 !== right < 0) {
    remainder += right;
    quotient -= 1;
  }
  if (quotient === 0) return { quotient: left / right < 0 || Object.is(left / right, -0) ? -0 : 0, remainder };
  const floored = Math.floor(quotient);
  return { quotient: quotient - floored > 0.5 ? floored + 1 : floored, remainder };
}

function raise(base: Value, exponent: Value): Value | string {
  if (exponent > largestExponent || exponent < -largestExponent) return `The exponent is beyond ±${largestExponent}`;
  if (isZero(base) && exponent < 0) return 'Zero cannot be raised to a negative power';
  if (typeof base === 'bigint' && typeof exponent === 'bigint' && exponent >= 0n) return raiseInteger(base, exponent);
  const floatBase = Number(base);
  if (!Number.isFinite(floatBase)) return integerTooLarge;
  const result = floatBase ** Number(exponent);
  return Number.isNaN(result) ? 'A negative number has no real power of that exponent' : result;
}

function raiseInteger(base: bigint, exponent: bigint): bigint | string {
  const size = base < 0n ? -base : base;
  const fewestBits = size <= 1n ? 0 : (size.toString(2).length - 1) * Number(exponent);
  // Refused before it is computed.
  return fewestBits >= mostBits ? tooManyBits : base ** exponent;
}
