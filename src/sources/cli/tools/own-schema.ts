// Whether a schema that a description brings for one argument can stand in the schema of a tool: one keyword that is none would refuse every
// call. What is not known here is not taken.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';

/** Whether a pattern can be checked in linear time. */
export type PatternCheck = (pattern: string) => boolean;

const deepest = 16;
const types: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

type Keyword = (value: JsonValue, below: Below) => boolean;

interface Below {
  readonly isPattern: PatternCheck;
  readonly depth: number;
}

const any: Keyword = () => true;
const text: Keyword = (value) => typeof value === 'string';
const flag: Keyword = (value) => typeof value === 'boolean';
const number: Keyword = (value) => typeof value === 'number';
const count: Keyword = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const list: Keyword = (value) => isList(value);
const schema: Keyword = (value, below) => typeof value === 'boolean' || isSchema(value, below);
const schemas: Keyword = (value, below) =>
  isList(value) && value.length > 0 && value.every((item) => schema(item, below));
const schemaMap: Keyword = (value, below) =>
  isObject(value) && Object.values(value).every((item) => schema(item, below));
const texts: Keyword = (value) =>
  isList(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length;

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ['type', (value) => types.includes(value) || (texts(value, top) && isList(value) && isSomeOf(value))],
  ...(['title', 'description', '$comment', 'format', 'contentEncoding', 'contentMediaType'] as const).map(
    (name): [string, Keyword] => [name, text],
  ),
  ...(['default', 'const'] as const).map((name): [string, Keyword] => [name, any]),
  ['examples', list],
  ['enum', (value) => isList(value) && value.length > 0],
  ...(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'] as const).map((name): [string, Keyword] => [name, flag]),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const).map((name): [string, Keyword] => [
    name,
    number,
  ]),
  ['multipleOf', (value) => typeof value === 'number' && value > 0],
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const).map(
    (name): [string, Keyword] => [name, count],
  ),
  ['pattern', (value, { isPattern }) => typeof value === 'string' && isPattern(value)],
  ...(['items', 'additionalProperties', 'propertyNames', 'not', 'contains'] as const).map((name): [string, Keyword] => [
    name,
    schema,
  ]),
  ...(['oneOf', 'anyOf', 'allOf'] as const).map((name): [string, Keyword] => [name, schemas]),
  ['properties', schemaMap],
  ['required', texts],
]);

const top: Below = { isPattern: () => false, depth: 0 };

/** Of one argument, on its own: nothing in it refers to anything. */
export function isUsableSchema(value: JsonValue, isPattern: PatternCheck): value is JsonObject {
  return isSchema(value, { isPattern, depth: 0 });
}

/** Texts of all patterns in a schema, to know whether there are any. */
export function hasPattern(value: JsonValue, depth = 0): boolean {
  if (depth > deepest || typeof value !== 'object' || value === null) return false;
  if (isList(value)) return value.some((item) => hasPattern(item, depth + 1));
  return Object.entries(value).some(([key, child]) => key === 'pattern' || hasPattern(child, depth + 1));
}

function isSchema(value: JsonValue, { isPattern, depth }: Below): boolean {
  if (!isObject(value) || depth > deepest) return false;
  const below = { isPattern, depth: depth + 1 };
  return Object.entries(value).every(
    ([key, child]) => key.startsWith('x-') || keywords.get(key)?.(child, below) === true,
  );
}

function isSomeOf(value: readonly JsonValue[]): boolean {
  return value.length > 0 && value.every((item) => types.includes(item));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
