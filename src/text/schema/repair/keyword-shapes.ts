// What a keyword of JSON Schema 2020-12 may hold. Providers check this, and one wrong value refuses the whole request.
import type { JsonValue } from '../../json/json-value.ts';
import { isList, isNumber, isObject } from '../../json/members.ts';

type Shape = (value: JsonValue) => boolean;

const types: ReadonlySet<JsonValue> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** Names of types in other languages that stand in schemas written by hand. */
const typesMeant: ReadonlyMap<JsonValue, string> = new Map([
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['double', 'number'],
  ['float', 'number'],
  ['int', 'integer'],
  ['list', 'array'],
  ['long', 'integer'],
  ['map', 'object'],
  ['str', 'string'],
  ['tuple', 'array'],
]);

/** The type as JSON Schema names it; undefined where none can be told. */
export function soundType(given: JsonValue): JsonValue | undefined {
  if (isList(given)) {
    const sound = given.map(soundType).filter((type) => typeof type === 'string');
    const distinct = [...new Set(sound)];
    if (distinct.length === 0) return undefined;
    return distinct.length === given.length && distinct.every((type, index) => type === given[index])
      ? given
      : distinct;
  }
  if (types.has(given)) return given;
  return typeof given === 'string' ? typesMeant.get(given.toLowerCase()) : undefined;
}

const text: Shape = (value) => typeof value === 'string';
const flag: Shape = (value) => typeof value === 'boolean';
const schema: Shape = (value) => typeof value === 'boolean' || isObject(value);
const schemas: Shape = (value) => isList(value) && value.length > 0;
const map: Shape = isObject;
const number: Shape = isNumber;
const count: Shape = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;

function isPattern(value: JsonValue): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...['$comment', '$ref', '$dynamicRef', '$schema', 'contentEncoding', 'contentMediaType', 'description'].map(
    (key): [string, Shape] => [key, text],
  ),
  ...['format', 'title'].map((key): [string, Shape] => [key, text]),
  ...['deprecated', 'readOnly', 'uniqueItems', 'writeOnly'].map((key): [string, Shape] => [key, flag]),
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum'].map((key): [string, Shape] => [key, number]),
  ...['maxContains', 'maxItems', 'maxLength', 'maxProperties', 'minContains', 'minItems'].map(
    (key): [string, Shape] => [key, count],
  ),
  ...['minLength', 'minProperties'].map((key): [string, Shape] => [key, count]),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key): [string, Shape] => [key, schemas]),
  ...['$defs', 'definitions', 'dependencies', 'dependentRequired', 'dependentSchemas', 'properties'].map(
    (key): [string, Shape] => [key, map],
  ),
  ...['additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then'].map(
    (key): [string, Shape] => [key, schema],
  ),
  ...['unevaluatedItems', 'unevaluatedProperties'].map((key): [string, Shape] => [key, schema]),
  ['$anchor', (value) => typeof value === 'string' && /^[A-Za-z_][\w.-]*$/.test(value)],
  ['$dynamicAnchor', (value) => typeof value === 'string' && /^[A-Za-z_][\w.-]*$/.test(value)],
  ['$id', (value) => typeof value === 'string' && /^[^#]*#?$/.test(value)],
  ['$vocabulary', map],
  ['enum', (value) => isList(value) && value.length > 0],
  ['examples', isList],
  ['multipleOf', (value) => typeof value === 'number' && value > 0],
  ['pattern', isPattern],
  ['patternProperties', (value) => isObject(value) && Object.keys(value).every(isPattern)],
  ['required', (value) => isList(value) && value.every(text) && new Set(value).size === value.length],
]);

/** False only for a keyword of the standard with a value that it cannot have. */
export function isSoundKeyword(keyword: string, value: JsonValue): boolean {
  return shapes.get(keyword)?.(value) ?? true;
}
