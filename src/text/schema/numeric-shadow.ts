// Validation needs numbers where lossless JSON holds raw text: a copy with each raw number as the double that answers like it.
import { isRawNumber, rawNumberText, type JsonObject, type JsonValue } from '../json/json-value.ts';

/**
 * The same value where there is no raw number inside. A number that no double can answer for (beyond its range, or with a fraction
 * beyond 2^52) becomes Infinity or NaN, which no schema takes. Whole numbers beyond 2^53 meet limits as the nearest double.
 */
export function numericShadow(value: JsonObject): JsonObject;
export function numericShadow(value: JsonValue): JsonValue;
export function numericShadow(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawNumber(value)) return toDouble(rawNumberText(value));
  // Array.isArray does not narrow a union with a readonly array.
  return Array.isArray(value) ? shadowOfItems(value as readonly JsonValue[]) : shadowOfMembers(value as JsonObject);
}

function shadowOfItems(items: readonly JsonValue[]): readonly JsonValue[] {
  let copy: JsonValue[] | null = null;
  for (const [index, item] of items.entries()) {
    const shadow = numericShadow(item);
    if (shadow === item) continue;
    copy ??= [...items];
    copy[index] = shadow;
  }
  return copy ?? items;
}

/** Every call passes here, and hardly one holds a raw number: nothing is made until one is met. */
function shadowOfMembers(members: JsonObject): JsonObject {
  let changed: Map<string, JsonValue> | null = null;
  for (const key of Object.keys(members)) {
    const child = members[key];
    if (child === undefined) continue;
    const shadow = numericShadow(child);
    if (shadow !== child) (changed ??= new Map()).set(key, shadow);
  }
  if (changed === null) return members;
  // By entries: assigning to `__proto__` would make no member.
  return Object.fromEntries(Object.entries(members).map(([key, child]) => [key, changed.get(key) ?? child]));
}

/** A text with a fraction must not pass for an integer, nor for a limit, only because the double lost the fraction. */
function toDouble(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number)) return number;
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (exponent !== undefined) return Number(exponent) >= fraction.length ? number : Number.NaN;
  if (!/[1-9]/.test(fraction)) return number;
  const magnitude = Math.abs(number);
  const step = Number.EPSILON * Math.max(1, magnitude);
  // To the side of the double on which the text stands.
  const beside = whole === String(BigInt(magnitude)) ? magnitude + step : magnitude - step;
  return Number.isInteger(beside) ? Number.NaN : Number(`${sign}1`) * beside;
}
