// Checks a value that somebody else made: only what JSON can say, within the limits, so that all that follows may trust its shape.
import { cutHead, utf8Length } from '../plain/cut.ts';
import { escapeVisible } from '../plain/escape-visible.ts';
import { boundsOf } from './json-problem.ts';
import type { JsonLimits } from './json-problem.ts';
import { isRawNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';
import { escapePointerSegment } from './pointer.ts';

export type JsonValueProblemCode = 'too_large' | 'too_deep' | 'cycle' | 'lone_surrogate' | 'not_json';

/** Why a value was refused, and where. */
export interface JsonValueProblem {
  readonly code: JsonValueProblemCode;
  /** JSON pointer to the value at fault; '' is the whole. */
  readonly path: string;
  readonly message: string;
}

export type JsonCheck =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: JsonValueProblem };

/** `-1.2345678901234567e-300`. */
const longestNumber = 24;

/** One check under way. The compact JSON text has at least `least` bytes and at most `least + slack`. */
interface Weighing {
  readonly maxDepth: number;
  readonly maxBytes: number;
  least: number;
  slack: number;
}

/** A problem on its way up: the path grows at the front, `passed` are the containers it has come through. */
interface Finding {
  code: JsonValueProblemCode;
  message: string;
  path: string;
  readonly passed: Set<object>;
  loop: { readonly container: object; readonly path: string } | null;
}

/**
 * Takes null, booleans, finite numbers, raw numbers, well-formed strings, arrays without holes and plain objects (prototype
 * Object.prototype or null). The value comes back as it is, not as a copy: whoever may change it later must copy it first. Own members that are not
 * enumerable and extra members of arrays are not looked at, as JSON.stringify does not write them. `maxBytes` counts the compact JSON text.
 */
export function checkJsonValue(value: unknown, limits?: JsonLimits): JsonCheck {
  const { maxDepth, maxBytes } = boundsOf(limits);
  const weighing: Weighing = { maxDepth, maxBytes, least: 0, slack: 0 };
  const problem = check(weighing, value, 0);
  if (problem !== null) {
    const { code, path, message } = problem;
    return {
      ok: false,
      problem: { code, path, message: `${message} (${path === '' ? 'the whole value' : `at ${shown(path)}`}).` },
    };
  }
  // Seen to hold nothing but JSON.
  const json = value as JsonValue;
  // Only where it could matter is the text made and counted.
  if (weighing.least + weighing.slack > maxBytes && utf8Length(JSON.stringify(json)) > maxBytes) {
    return { ok: false, problem: { code: 'too_large', path: '', message: `${tooLarge(maxBytes)} (the whole value).` } };
  }
  return { ok: true, value: json };
}

function check(weighing: Weighing, value: unknown, depth: number): Finding | null {
  switch (typeof value) {
    case 'string':
      return checkString(weighing, value);
    case 'number':
      weighing.least += 1;
      weighing.slack += longestNumber;
      return Number.isFinite(value) ? null : finding('not_json', `${value} is no JSON number`);
    case 'boolean':
      weighing.least += 4;
      weighing.slack += 1;
      return null;
    case 'object':
      weighing.least += 1;
      weighing.slack += 3;
      return value === null ? null : checkContainer(weighing, value, depth);
    default:
      return finding('not_json', `A value of type ${typeof value} is no JSON`);
  }
}

function checkString(weighing: Weighing, text: string): Finding | null {
  weighing.least += text.length + 2;
  // A control character is one unit and six bytes: \u0001.
  weighing.slack += text.length * 5;
  return text.isWellFormed() ? null : finding('lone_surrogate', 'The text holds half of a surrogate pair');
}

function checkContainer(weighing: Weighing, value: object, depth: number): Finding | null {
  if (Array.isArray(value)) {
    if (Object.getPrototypeOf(value) !== Array.prototype)
      return finding('not_json', 'An array with a prototype of its own is no JSON');
    if (depth >= weighing.maxDepth) return tooDeep(weighing, value);
    return checkItems(weighing, value, depth + 1);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null && isRawNumber(value)) {
    weighing.least += value.rawJSON.length - 1;
    return null;
  }
  if ((prototype !== Object.prototype && prototype !== null) || JSON.isRawJSON(value)) {
    return finding(
      'not_json',
      'Only plain objects, arrays and raw numbers are JSON; this is an object of another kind',
    );
  }
  if (depth >= weighing.maxDepth) return tooDeep(weighing, value);
  return checkMembers(weighing, value, depth + 1);
}

function checkItems(weighing: Weighing, items: readonly unknown[], depth: number): Finding | null {
  weighing.least += items.length;
  if (weighing.least > weighing.maxBytes) return finding('too_large', tooLarge(weighing.maxBytes), items);
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const problem = check(weighing, item, depth);
    if (problem !== null) return raise(problem, items, String(index));
  }
  return null;
}

function checkMembers(weighing: Weighing, members: object, depth: number): Finding | null {
  if (Object.getOwnPropertySymbols(members).length > 0)
    return finding('not_json', 'An object with a symbol as a key is no JSON');
  const keys = Object.keys(members);
  weighing.least += keys.length;
  weighing.slack += keys.length;
  if (weighing.least > weighing.maxBytes) return finding('too_large', tooLarge(weighing.maxBytes), members);
  for (const key of keys) {
    const keyProblem = checkString(weighing, key);
    if (keyProblem !== null) return keyProblem;
    // Own and enumerable: Object.keys has just named it.
    const problem = check(weighing, (members as Record<string, unknown>)[key], depth);
    if (problem !== null) return raise(problem, members, escapePointerSegment(key));
  }
  return null;
}

function finding(code: JsonValueProblemCode, message: string, at?: object): Finding {
  return { code, message, path: '', passed: new Set(at === undefined ? [] : [at]), loop: null };
}

function tooDeep(weighing: Weighing, at: object): Finding {
  return finding('too_deep', `Nested more than ${weighing.maxDepth} levels deep`, at);
}

/** One level up. A container that is passed twice contains itself: the depth or the size was only a symptom of that. */
function raise(problem: Finding, container: object, segment: string): Finding {
  problem.path = `/${segment}${problem.path}`;
  if (problem.loop !== null) {
    if (container === problem.loop.container) problem.path = problem.loop.path;
  } else if (problem.passed.has(container)) {
    problem.loop = { container, path: problem.path };
    problem.code = 'cycle';
    problem.message = 'The value contains itself';
  }
  problem.passed.add(container);
  return problem;
}

/** A path may be as long as its hostile keys. */
function shown(path: string): string {
  const { text, omittedChars } = cutHead(path, 120);
  return escapeVisible(text) + (omittedChars > 0 ? '…' : '');
}

function tooLarge(maxBytes: number): string {
  return `The value is longer than ${maxBytes} bytes as JSON`;
}
