// Reads JSON text from outside without losing or inventing anything: what parses here is what was sent, or it is refused with its place.
// JSON.parse alone would hide repeated keys, lone surrogates and digits beyond a double.
import { utf8Length } from '../plain/cut.ts';
import { boundsOf } from './json-problem.ts';
import type { JsonLimits, JsonTextProblem } from './json-problem.ts';
import { found, readNumber, readString, readWord, refuse, shownKey, skipSpace, take } from './json-tokens.ts';
import type { Reading } from './json-tokens.ts';
import type { JsonValue } from './json-value.ts';

export type JsonParse =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: JsonTextProblem };

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;
const comma = 0x2c;
const quote = 0x22;

/**
 * Strict RFC 8259. Refuses duplicate keys (compared after unescaping), lone surrogates, and what is over the limits, before
 * anything recurses deeper. Numbers that a double would change stay a RawNumber. `__proto__` is a member like any other. The value
 * deep-equals that of JSON.parse but for those numbers, and belongs to the caller alone.
 */
export function parseJson(text: string, limits?: JsonLimits): JsonParse {
  const { maxDepth, maxBytes } = boundsOf(limits);
  // A UTF-16 code unit is 1 to 3 bytes of UTF-8: short texts need no counting.
  if (text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes)) {
    const message = `The JSON text is longer than ${maxBytes} bytes. Send less, or in parts.`;
    return { ok: false, problem: { code: 'too_large', path: '', offset: 0, line: 1, column: 1, message } };
  }
  const reading: Reading = { text, maxDepth, path: [], at: 0, depth: 0, problem: null };
  const value = readValue(reading);
  if (reading.problem === null) {
    skipSpace(reading);
    if (reading.at < text.length) refuse(reading, 'syntax', `Expected the end of the text, found ${found(reading)}`);
  }
  return reading.problem === null ? { ok: true, value } : { ok: false, problem: reading.problem };
}

function readValue(reading: Reading): JsonValue {
  skipSpace(reading);
  switch (reading.text.charCodeAt(reading.at)) {
    case quote:
      return readString(reading);
    case openBrace:
      return nested(reading, readObject);
    case openBracket:
      return nested(reading, readArray);
    case 0x74:
      return readWord(reading, 'true', true);
    case 0x66:
      return readWord(reading, 'false', false);
    case 0x6e:
      return readWord(reading, 'null', null);
    default:
      return readNumber(reading);
  }
}

function nested(reading: Reading, read: (reading: Reading) => JsonValue): JsonValue {
  if (reading.depth >= reading.maxDepth) {
    return refuse(reading, 'too_deep', `Nested more than ${reading.maxDepth} levels deep. Send a flatter value`);
  }
  reading.depth++;
  reading.at++;
  const value = read(reading);
  reading.depth--;
  return value;
}

function readObject(reading: Reading): JsonValue {
  const members: Record<string, JsonValue> = {};
  skipSpace(reading);
  if (take(reading, closeBrace)) return members;
  for (;;) {
    const key = readKey(reading, members);
    if (reading.problem !== null) return null;
    setOwn(members, key, readValue(reading));
    if (reading.problem !== null) return null;
    reading.path.pop();
    skipSpace(reading);
    if (take(reading, closeBrace)) return members;
    if (!take(reading, comma))
      return refuse(reading, 'syntax', `Expected "," or "}" in an object, found ${found(reading)}`);
  }
}

/** Reads a key that the object does not have yet, and its colon; pushes it on the path. */
function readKey(reading: Reading, members: object): string {
  skipSpace(reading);
  const start = reading.at;
  if (reading.text.charCodeAt(start) !== quote) {
    refuse(reading, 'syntax', `Expected a key in double quotes, found ${found(reading)}`);
    return '';
  }
  const key = readString(reading);
  reading.path.push(key);
  if (Object.hasOwn(members, key)) {
    reading.at = start;
    refuse(reading, 'duplicate_key', `The key ${shownKey(key)} stands twice in one object. Send it once`);
  }
  skipSpace(reading);
  if (!take(reading, colon)) refuse(reading, 'syntax', `Expected ":" after a key, found ${found(reading)}`);
  return key;
}

function readArray(reading: Reading): JsonValue {
  const items: JsonValue[] = [];
  skipSpace(reading);
  if (take(reading, closeBracket)) return items;
  for (;;) {
    reading.path.push(items.length);
    items.push(readValue(reading));
    if (reading.problem !== null) return null;
    reading.path.pop();
    skipSpace(reading);
    if (take(reading, closeBracket)) return items;
    if (!take(reading, comma))
      return refuse(reading, 'syntax', `Expected "," or "]" in an array, found ${found(reading)}`);
  }
}

/** Assigning to `__proto__` would set the prototype and make no member. */
function setOwn(members: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    members[key] = value;
  }
}
