// Splits an arithmetic expression into Python's numbers and operators, and refuses whatever else is in it with its place.

export type Operator = '+' | '-' | '*' | '/' | '//' | '%' | '**';

/** Integers are bigint, floats are number. Every list of tokens closes with the one `end`. */
export type Token =
  | { readonly kind: 'number'; readonly value: bigint | number; readonly at: number }
  | { readonly kind: 'mark'; readonly mark: Operator | '(' | ')'; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

/** What is wrong, and the offset (UTF-16 code units) of the character it is about. */
export interface ExpressionProblem {
  readonly kind: 'problem';
  readonly text: string;
  readonly at: number;
}

const longest = 1000;

const spacePattern = /[ \t\r\n]+/y;
const markPattern = /\*\*|\/\/|[-+*/%()]/y;
const namePattern = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const numberPattern =
  /0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?/y;

export function readTokens(text: string): readonly Token[] | ExpressionProblem {
  if (text.length > longest) return problemAt(longest, `The expression is longer than ${longest} characters`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = match(spacePattern, text, at);
    const mark = match(markPattern, text, at);
    const digits = match(numberPattern, text, at);
    // The pattern matches the marks only.
    if (mark !== '') tokens.push({ kind: 'mark', mark: mark as Operator | '(' | ')', at });
    if (digits !== '') {
      const value = readNumber(digits, match(namePattern, text, at + digits.length));
      if (typeof value === 'string') return problemAt(at, value);
      tokens.push({ kind: 'number', value, at });
    }
    const length = space.length + mark.length + digits.length;
    if (length === 0) return problemAt(at, strange(text, at));
    at += length;
  }
  return [...tokens, { kind: 'end', at: text.length }];
}

export function problemAt(at: number, text: string): ExpressionProblem {
  return { kind: 'problem', text, at };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** The value, or why the literal is refused. `tail` is what follows without a space, as in `2x` and `1j`. */
function readNumber(literal: string, tail: string): bigint | number | string {
  if (tail !== '') return `${JSON.stringify(literal + tail)} is not a number`;
  const digits = literal.replaceAll('_', '');
  if (/^0[xXoObB]/.test(digits)) return BigInt(digits);
  if (/^\d+$/.test(digits)) {
    return /^0+[1-9]/.test(digits) ? `${JSON.stringify(literal)} has leading zeros; leave them out` : BigInt(digits);
  }
  const value = Number(digits);
  return Number.isFinite(value) ? value : `${JSON.stringify(literal)} is too large for a floating-point number`;
}

const hints: Readonly<Record<string, string>> = {
  '^': '; a power is written **',
  ',': '; digits are not grouped, and the decimal sign is a point',
  '×': '; multiplication is written *',
  '·': '; multiplication is written *',
  '÷': '; division is written /',
  '−': '; minus is written -',
  '=': '; give only the expression to calculate',
};

function strange(text: string, at: number): string {
  const name = match(namePattern, text, at);
  if (name !== '') return `Only numbers and operators are allowed, not the name ${JSON.stringify(name)}`;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return `${JSON.stringify(character)} is no part of an expression${hints[character] ?? ''}`;
}
