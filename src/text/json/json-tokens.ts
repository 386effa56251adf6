// The words of JSON text (RFC 8259): strings, numbers, literals, white space; and the place of whatever is none.
import { cutHead } from '../plain/cut.ts';
import { escapeVisible } from '../plain/escape-visible.ts';
import { isExactNumber } from './exact-number.ts';
import { lineAndColumn } from './json-problem.ts';
import type { JsonTextProblem, JsonTextProblemCode } from './json-problem.ts';
import { rawNumber } from './json-value.ts';
import type { RawNumber } from './json-value.ts';
import { pointerOf } from './pointer.ts';

/** The state of one reading. Once `problem` is set, what the readers return means nothing, and each caller returns at once. */
export interface Reading {
  readonly text: string;
  readonly maxDepth: number;
  readonly path: (string | number)[];
  at: number;
  depth: number;
  problem: JsonTextProblem | null;
}

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

/** At an opening quote; leaves `at` behind the closing one. */
export function readString(reading: Reading): string {
  const { text } = reading;
  const start = reading.at;
  let at = start + 1;
  let from = at;
  let value = '';
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash) {
      const character = unescaped(text, at);
      if (character === '') return refuseEscape(reading, at);
      value += text.slice(from, at) + character;
      at += text.charCodeAt(at + 1) === letterU ? 6 : 2;
      from = at;
    } else if (code >= 0x20) {
      at++;
    } else {
      // A control character, or NaN: the end.
      reading.at = at;
      refuse(
        reading,
        'syntax',
        `Inside a string stands ${found(reading)}. Close the string, and write controls as escapes`,
      );
      return '';
    }
  }
  value += text.slice(from, at);
  if (!value.isWellFormed()) {
    reading.at = start;
    refuse(
      reading,
      'lone_surrogate',
      'The string holds half of a surrogate pair, which UTF-8 cannot carry. Send whole characters',
    );
  }
  reading.at = at + 1;
  return value;
}

/** The character of the escape at `at`, '' where it is none. */
function unescaped(text: string, at: number): string {
  switch (text.charCodeAt(at + 1)) {
    case quote:
      return '"';
    case backslash:
      return '\\';
    case 0x2f:
      return '/';
    case 0x62:
      return '\b';
    case 0x66:
      return '\f';
    case 0x6e:
      return '\n';
    case 0x72:
      return '\r';
    case 0x74:
      return '\t';
    case letterU: {
      const digits = text.slice(at + 2, at + 6);
      return /^[0-9a-fA-F]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : '';
    }
    default:
      return '';
  }
}

function refuseEscape(reading: Reading, at: number): string {
  reading.at = at;
  refuse(
    reading,
    'syntax',
    String.raw`Unknown escape in a string. JSON has \" \\ \/ \b \f \n \r \t and \u with four hex digits`,
  );
  return '';
}

const numberText = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** A number, as its text where a double would change it. */
export function readNumber(reading: Reading): number | RawNumber | null {
  numberText.lastIndex = reading.at;
  if (!numberText.test(reading.text)) return refuse(reading, 'syntax', `Expected a value, found ${found(reading)}`);
  const text = reading.text.slice(reading.at, numberText.lastIndex);
  reading.at = numberText.lastIndex;
  const value = Number(text);
  return isExactNumber(text, value) ? value : rawNumber(text);
}

export function readWord<Value>(reading: Reading, word: string, value: Value): Value | null {
  if (!reading.text.startsWith(word, reading.at))
    return refuse(reading, 'syntax', `Expected a value, found ${found(reading)}`);
  reading.at += word.length;
  return value;
}

export function skipSpace(reading: Reading): void {
  for (;;) {
    const code = reading.text.charCodeAt(reading.at);
    if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) return;
    reading.at++;
  }
}

/** Steps over the character if it stands here. */
export function take(reading: Reading, character: number): boolean {
  if (reading.text.charCodeAt(reading.at) !== character) return false;
  reading.at++;
  return true;
}

/** What stands at the reading position, safe to print. */
export function found(reading: Reading): string {
  const point = reading.text.codePointAt(reading.at);
  return point === undefined ? 'the end of the text' : `"${escapeVisible(String.fromCodePoint(point))}"`;
}

/** A key of any length and content, safe to print. */
export function shownKey(key: string): string {
  const { text, omittedChars } = cutHead(key, 60);
  return `"${escapeVisible(text)}${omittedChars > 0 ? '…' : ''}"`;
}

/** Records the problem with its place; the first one stays. */
export function refuse(reading: Reading, code: JsonTextProblemCode, what: string): null {
  const place = lineAndColumn(reading.text, reading.at);
  const message = `${what} (line ${place.line}, column ${place.column}).`;
  reading.problem ??= { code, path: pointerOf(reading.path), offset: reading.at, ...place, message };
  return null;
}
