// Reading and copying foreign JSON: own members only, and no assignment that `__proto__` could meet.
import { isRawNumber, type JsonObject, type JsonValue } from './json-value.ts';

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Array.isArray does not narrow a union with a readonly array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'number' || isRawNumber(value);
}

export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function ownObject(object: JsonObject, key: string): JsonObject | null {
  const value = own(object, key);
  return isObject(value) ? value : null;
}

export function ownText(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === 'string' ? value : '';
}

export function without(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}

/** The same object where no member changed; a member that becomes undefined is left out. */
export function mapMembers(
  object: JsonObject,
  change: (value: JsonValue, key: string) => JsonValue | undefined,
): JsonObject {
  const members: [string, JsonValue][] = [];
  let isSame = true;
  for (const [key, value] of Object.entries(object)) {
    const next = change(value, key);
    if (next !== value) isSame = false;
    if (next !== undefined) members.push([key, next]);
  }
  return isSame ? object : Object.fromEntries(members);
}

/** The same list where no item changed. */
export function mapItems(
  list: readonly JsonValue[],
  change: (value: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const next = list.map(change);
  return next.every((value, index) => value === list[index]) ? list : next;
}
