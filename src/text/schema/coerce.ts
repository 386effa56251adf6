// Models send "5" for a number and "[1]" for an array. Such text is read as meant only where the schema takes no text there.
import { isRawNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { parseJson } from '../json/lossless-json.ts';
import { escapePointerSegment } from '../json/pointer.ts';

export interface Coercion {
  readonly path: string;
  readonly from: 'string';
  readonly to: string;
}

export interface Coerced {
  readonly value: JsonObject;
  readonly coercions: readonly Coercion[];
}

/** Levels of arguments, also of those that stood in a text. */
const maxDepth = 64;

/**
 * Answers the same object where nothing was coerced. Only a `type` without `string` says that text is not meant; only `properties`,
 * `items` and `prefixItems` are followed: behind a reference or a union nothing is guessed. What was read from a text is coerced too.
 */
export function coerceArguments(schema: JsonObject, value: JsonObject): Coerced {
  const coercions: Coercion[] = [];
  return { value: coerceObject(schema, value, { path: '', depth: 1, coercions }), coercions };
}

interface Place {
  readonly path: string;
  /** How many levels stand around it. */
  readonly depth: number;
  readonly coercions: Coercion[];
}

function below(place: Place, segment: string | number): Place {
  const name = typeof segment === 'number' ? String(segment) : escapePointerSegment(segment);
  return { path: `${place.path}/${name}`, depth: place.depth + 1, coercions: place.coercions };
}

function coerceObject(schema: JsonObject, value: JsonObject, place: Place): JsonObject {
  const properties = schema['properties'];
  if (!isObject(properties)) return value;
  let copy: Record<string, JsonValue> | null = null;
  for (const key of Object.keys(value)) {
    const child = value[key];
    const childSchema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (child === undefined || !isObject(childSchema)) continue;
    const next = coerceValue(childSchema, child, below(place, key));
    if (next === child) continue;
    // A spread keeps `__proto__` as a member, and an own member is what the assignment then meets.
    copy ??= { ...value };
    copy[key] = next;
  }
  return copy ?? value;
}

function coerceItems(schema: JsonObject, value: readonly JsonValue[], place: Place): readonly JsonValue[] {
  const { items, prefixItems } = schema;
  let copy: JsonValue[] | null = null;
  for (const [index, item] of value.entries()) {
    // `items` is about what comes behind the prefix.
    const itemSchema = isList(prefixItems) && index < prefixItems.length ? prefixItems[index] : items;
    if (!isObject(itemSchema)) continue;
    const next = coerceValue(itemSchema, item, below(place, index));
    if (next === item) continue;
    copy ??= [...value];
    copy[index] = next;
  }
  return copy ?? value;
}

function coerceValue(schema: JsonObject, value: JsonValue, place: Place): JsonValue {
  if (typeof value === 'string') return coerceText(schema, value, place);
  if (isList(value)) return coerceItems(schema, value, place);
  return isObject(value) ? coerceObject(schema, value, place) : value;
}

function coerceText(schema: JsonObject, text: string, place: Place): JsonValue {
  const types = schemaTypes(schema);
  if (types.length === 0 || types.includes('string')) return text;
  const parsed = parseJson(text.trim(), { maxDepth: Math.max(0, maxDepth - place.depth) });
  if (!parsed.ok || typeof parsed.value === 'string') return text;
  const type = jsonType(parsed.value);
  const fits = types.some((wanted) => wanted === type || (wanted === 'integer' && type === 'number'));
  if (!fits) return text;
  place.coercions.push({ path: place.path, from: 'string', to: type });
  return coerceValue(schema, parsed.value, place);
}

function schemaTypes({ type }: JsonObject): readonly string[] {
  if (typeof type === 'string') return [type];
  return isList(type) ? type.filter((item) => typeof item === 'string') : [];
}

function jsonType(value: JsonValue): string {
  if (value === null) return 'null';
  if (isRawNumber(value)) return 'number';
  return isList(value) ? 'array' : typeof value;
}

/** Array.isArray does not narrow a union with a readonly array. */
function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
