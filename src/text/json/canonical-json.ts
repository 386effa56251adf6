// Canonical JSON (RFC 8785): one text per value, so that a hash over it binds the value.
import { deepestNesting } from './json-problem.ts';
import { isRawNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';

/** Up to here sorting by insertion beats the built-in sort. */
const fewKeys = 12;

/** Up to here looking at each character is cheaper than a call of JSON.stringify. */
const shortText = 24;

/**
 * Members sorted by the UTF-16 code units of their keys, no white space, numbers as ECMAScript writes them, -0 as 0. A raw number is
 * written as its text, which RFC 8785 does not know: two spellings of one number stay two texts.
 * Throws TypeError for what is no JSON: other types, NaN, objects with a prototype of their own, lone surrogates, more than 512 levels.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} is no JSON number.`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeContainer(value, depth);
    default:
      throw new TypeError(`A value of type ${typeof value} is no JSON.`);
  }
}

function writeContainer(value: object, depth: number): string {
  if (depth >= deepestNesting)
    throw new TypeError(`A value nested more than ${deepestNesting} levels deep has no canonical JSON.`);
  if (Array.isArray(value)) return writeItems(value, depth + 1);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return writeMembers(value, depth + 1);
  if (prototype !== null) throw new TypeError('An object with a prototype of its own is no JSON.');
  if (isRawNumber(value)) return value.rawJSON;
  if (JSON.isRawJSON(value)) throw new TypeError('Raw JSON other than a number is not supported.');
  return writeMembers(value, depth + 1);
}

function writeItems(items: readonly unknown[], depth: number): string {
  let text = '[';
  // By index: a hole is undefined, and refused.
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ',';
    text += write(items[index], depth);
  }
  return `${text}]`;
}

function writeMembers(value: object, depth: number): string {
  // Read by the names that Object.keys has just given.
  const members = value as Record<string, unknown>;
  let text = '';
  for (const key of sortedKeys(members)) {
    text += `${text === '' ? '{' : ','}${writeString(key)}:${write(members[key], depth)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function sortedKeys(members: object): string[] {
  const keys = Object.keys(members);
  if (keys.length > fewKeys) return keys.sort(byCodeUnits);
  for (let next = 1; next < keys.length; next++) {
    // Inside the bounds.
    const key = keys[next] as string;
    let at = next;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

/** `<` on strings compares UTF-16 code units, as the RFC asks. */
function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : 1;
}

function writeString(text: string): string {
  if (text.length <= shortText && isPlain(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('Text with half of a surrogate pair has no canonical JSON.');
  return JSON.stringify(text);
}

/** Without quotes, backslashes, controls and surrogates: such a text is its own JSON. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return false;
  }
  return true;
}
