// Models send "5" for a number and "[1]" for an array. Such text is read as meant only where the schema takes no text there.
import type { JsonObject, JsonValue } from '../json/json-value.ts';
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

/** Answers the same object where nothing was coerced. Looks at `properties` and `items` only: behind a reference or a union nothing is guessed. */
export function coerceArguments(schema: JsonObject, value: JsonObject): Coerced {
  const coercions: Coercion[] = [];
  const coerced = coerceObject(schema, value, { path: '', coercions });
  return { value: coerced, coercions };
}

interface Place {
  readonly path: string;
  readonly coercions: Coercion[];
}

function coerceObject(schema: JsonObject, value: JsonObject, place: Place): JsonObject {
  const properties = schema['properties'];
  if (!isObject(properties)) return value;
  let copy: Record<string, JsonValue> | null = null;
  for (const key of Object.keys(value)) {
    const child = value[key];
    const childSchema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (child === undefined || !isObject(childSchema)) continue;
    const next = coerceValue(childSchema, child, { path: `${place.path}/${escapePointerSegment(key)}`, coercions: place.coercions });
    if (next === child) continue;
    copy ??= { ...value };
    copy[key] = next;
  }
  return copy ?? value;
}

function coerceValue(schema: JsonObject, value: JsonValue, place: Place): JsonValue {
  if (typeof value === 'string') return coerceText(schema, value, place);
  if (Array.isArray(value)) {
    const items = schema['items'];
    if (!isObject(items)) return value;
    const next = value.map((item, index) => coerceValue(items, item, { path: `${place.path}/${index}`, coercions: place.coercions }));
    return next.some((item, index) => item !== value[index]) ? next : value;
  }
  return isObject(value) ? coerceObject(schema, value, place) : value;
}

function coerceText(schema: JsonObject, text: string, place: Place): JsonValue {
  const types = schemaTypes(schema);
  if (types.length === 0 || types.includes('string')) return text;
  const parsed = parseJson(text.trim());
  if (!parsed.ok || typeof parsed.value === 'string') return text;
  const type = jsonType(parsed.value);
  const fits = types.some((wanted) => wanted === type || (wanted === 'integer' && type === 'number'));
  if (!fits) return text;
  place.coercions.push({ path: place.path, from: 'string', to: type });
  return parsed.value;
}

function schemaTypes(schema: JsonObject): readonly string[] {
  const type = schema['type'];
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((item) => typeof item === 'string') : [];
}

function jsonType(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'rawJSON' in value ? 'number' : 'object';
  return typeof value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
