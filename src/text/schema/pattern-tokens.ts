// Splits a regular expression of JavaScript into its tokens, each written as RE2 takes it.

export type TokenKind = 'start' | 'end' | 'bar' | 'open' | 'close' | 'look' | 'count' | 'quantifier' | 'atom';

export interface Token {
  readonly kind: TokenKind;
  /** As RE2 writes it. */
  readonly text: string;
  /** True for an atom that takes exactly one character. */
  readonly single: boolean;
}

const tokens =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}(?:\\u[\da-f]{4})?|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:<?[=!]|[a-z-]*:|<[^>]*>))?|\{\d+(?:,\d*)?\}|[^]/giu;

/**
 * `pattern` is one that JavaScript compiles, in either grammar. What RE2 would read otherwise is written out: white space and line ends
 * as JavaScript has them, brackets inside a class, letters that mean nothing when escaped. Throws TypeError for a back-reference.
 */
export function readPattern(pattern: string): readonly Token[] {
  return [...pattern.matchAll(tokens)].map(([text]) => readToken(text));
}

const kinds: ReadonlyMap<string, TokenKind> = new Map([
  ['^', 'start'],
  ['$', 'end'],
  ['|', 'bar'],
  [')', 'close'],
  ['*', 'quantifier'],
  ['+', 'quantifier'],
  ['?', 'quantifier'],
]);

function readToken(text: string): Token {
  const kind = kinds.get(text);
  if (kind !== undefined) return { kind, text, single: false };
  if (text.startsWith('(')) return readGroup(text);
  if (/^\{\d/.test(text)) return { kind: 'count', text, single: false };
  if (text.startsWith('[') && text.length > 1) return { kind: 'atom', text: readClass(text), single: true };
  if (text === '.') return { kind: 'atom', text: '[^\\n\\r\\x{2028}\\x{2029}]', single: true };
  if (text.startsWith('\\')) return readEscape(text);
  return { kind: 'atom', text: '{}]'.includes(text) ? `\\${text}` : text, single: true };
}

function readGroup(text: string): Token {
  if (/^\(\?<?[=!]$/.test(text)) return { kind: 'look', text, single: false };
  // What a group captured is never asked for; its name may be one that RE2 does not know.
  return { kind: 'open', text: /^\(\?[a-z-]*:$/i.test(text) ? text : '(?:', single: false };
}

/** What RE2 leaves out of `\s`. */
const moreSpace = String.raw`\x0b\x{a0}\x{feff}\p{Z}`;

function readEscape(text: string): Token {
  if (/^\\(?:[1-9]|k<)/.test(text)) throw new TypeError(`it refers back to what matched before (${text})`);
  if (text === '\\b' || text === '\\B') return { kind: 'atom', text, single: false };
  if (text === '\\s') return { kind: 'atom', text: String.raw`[\s${moreSpace}]`, single: true };
  if (text === '\\S') return { kind: 'atom', text: String.raw`[^\s${moreSpace}]`, single: true };
  return { kind: 'atom', text: escapeFor(text), single: true };
}

function readClass(text: string): string {
  const negated = text.startsWith('[^');
  const inside = text.slice(negated ? 2 : 1, -1);
  // `[]` takes nothing and `[^]` everything.
  if (inside === '') return negated ? String.raw`[\x{0}-\x{10FFFF}]` : String.raw`[^\x{0}-\x{10FFFF}]`;
  const written = [...inside.matchAll(tokens)].map(([token]) => {
    if (token === '\\b') return String.raw`\x08`;
    if (token === '\\s') return String.raw`\s${moreSpace}`;
    if (token.startsWith('\\')) return escapeFor(token);
    // What looks like a token out here is a list of characters in there.
    return token.replaceAll('[', '\\[');
  });
  return `[${negated ? '^' : ''}${written.join('')}]`;
}

function escapeFor(text: string): string {
  const letter = text.charAt(1);
  const rest = text.slice(2);
  if (rest !== '') return longEscape(text, letter, rest);
  if (letter === '0') return String.raw`\x{0}`;
  if (/[dDwWsSnrtfv]/.test(letter)) return text;
  // Escaped for nothing: RE2 takes that of signs and refuses it of letters.
  return /[A-Za-z0-9]/.test(letter) || letter > '\x7f' ? letter : text;
}

function longEscape(text: string, letter: string, rest: string): string {
  if (letter === 'u') return codePoints(text);
  if (letter === 'x') return `\\x{${rest}}`;
  if (letter === 'c') return `\\x{${(rest.charCodeAt(0) % 32).toString(16)}}`;
  if (letter === 'p' || letter === 'P')
    return `\\${letter}${rest.replace(/^\{(?:Script|sc|General_Category|gc)=/, '{')}`;
  // One character of two halves.
  return text.slice(1);
}

/** `\u{…}`, `\uXXXX`, or two of these, which may be the halves of one character. */
function codePoints(text: string): string {
  const braced = /^\\u\{([\da-f]+)\}$/i.exec(text)?.[1];
  if (braced !== undefined) return `\\x{${braced}}`;
  const units = [...text.matchAll(/\\u([\da-f]{4})/gi)].map(([, unit = '0']) => Number.parseInt(unit, 16));
  return Array.from(
    String.fromCharCode(...units),
    (character) => `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  ).join('');
}
