// Makes a tree of an arithmetic expression, with Python's precedence. Computes nothing: what is too large is refused before it costs.
import { problemAt, readTokens, type ExpressionProblem, type Operator, type Token } from './read-tokens.ts';

export type Expression =
  | { readonly kind: 'number'; readonly value: bigint | number; readonly at: number }
  | { readonly kind: 'sign'; readonly sign: '+' | '-'; readonly operand: Expression; readonly at: number }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
      /** Offset of the operator. */
      readonly at: number;
    };

const mostNodes = 128;

/** The first problem ends the reading: no token is left after it, so that every rule runs out of input. */
interface Reader {
  rest: readonly Token[];
  nodes: number;
  problem: ExpressionProblem | null;
}

export function parseExpression(text: string): Expression | ExpressionProblem {
  const tokens = readTokens(text);
  if ('kind' in tokens) return tokens;
  const reader: Reader = { rest: tokens, nodes: 0, problem: null };
  const expression = sum(reader);
  const left = reader.rest[0];
  if (left !== undefined && left.kind !== 'end') fail(reader, left.at, unexpected(left));
  return reader.problem ?? expression;
}

function sum(reader: Reader): Expression {
  return chain(reader, product, ['+', '-']);
}

function product(reader: Reader): Expression {
  return chain(reader, signed, ['*', '/', '//', '%']);
}

/** Operands joined from the left. */
function chain(reader: Reader, operand: (reader: Reader) => Expression, operators: readonly Operator[]): Expression {
  let left = operand(reader);
  for (;;) {
    const operator = operators.find((mark) => isNext(reader, mark));
    if (operator === undefined) return left;
    const at = take(reader);
    count(reader, at);
    left = { kind: 'operation', operator, left, right: operand(reader), at };
  }
}

function signed(reader: Reader): Expression {
  const sign = isNext(reader, '-') ? '-' : '+';
  if (!isNext(reader, sign)) return power(reader);
  const at = take(reader);
  // Counted before the operand is read, so that a thousand signs do not recurse a thousand times.
  count(reader, at);
  return { kind: 'sign', sign, operand: signed(reader), at };
}

/** Joined from the right, and stronger than a sign on its left only: -2**-2 is -(2**(-2)). */
function power(reader: Reader): Expression {
  const base = atom(reader);
  if (!isNext(reader, '**')) return base;
  const at = take(reader);
  count(reader, at);
  return { kind: 'operation', operator: '**', left: base, right: signed(reader), at };
}

function atom(reader: Reader): Expression {
  const token = reader.rest[0];
  if (token?.kind === 'number') {
    count(reader, take(reader));
    return token;
  }
  if (!isNext(reader, '(')) return fail(reader, token?.at ?? 0, unexpected(token));
  const open = take(reader);
  const inner = sum(reader);
  if (isNext(reader, ')')) take(reader);
  else if (reader.rest[0]?.kind === 'end') fail(reader, open, 'This parenthesis is never closed');
  else fail(reader, reader.rest[0]?.at ?? open, unexpected(reader.rest[0]));
  return inner;
}

function isNext(reader: Reader, mark: Operator | '(' | ')'): boolean {
  const token = reader.rest[0];
  return token?.kind === 'mark' && token.mark === mark;
}

/** Moves past the token and answers where it stood. */
function take(reader: Reader): number {
  const [token] = reader.rest;
  reader.rest = reader.rest.slice(1);
  return token?.at ?? 0;
}

function count(reader: Reader, at: number): void {
  reader.nodes += 1;
  if (reader.nodes > mostNodes) fail(reader, at, `The expression has more than ${mostNodes} numbers and operators`);
}

function fail(reader: Reader, at: number, text: string): Expression {
  reader.problem ??= problemAt(at, text);
  reader.rest = [];
  return { kind: 'number', value: 0n, at };
}

function unexpected(token: Token | undefined): string {
  if (token?.kind === 'mark') return `${JSON.stringify(token.mark)} is not expected here`;
  if (token?.kind === 'number') return 'An operator is missing before this number';
  return 'A number is missing at the end';
}
