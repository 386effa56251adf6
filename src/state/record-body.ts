// Reads what a record holds: only of a version this program knows. A record of a newer version is refused, never guessed at.
import { CapabilityError, type JsonObject, type JsonValue, type StoredRecord } from '../contract/index.ts';

export const bodyVersion = 1;

/** Throws `store_newer`. */
export function bodyOf(record: StoredRecord): JsonObject {
  if (record.version === bodyVersion) return record.body;
  throw new CapabilityError(
    'store_newer',
    `The record ${record.collection}/${record.id} has version ${record.version}; this version of Gatehouse reads ${bodyVersion}. Use the newer one.`,
    { details: { collection: record.collection, id: record.id, version: record.version } },
  );
}

export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new CapabilityError(
    'store_unavailable',
    'A stored record holds something else where a text belongs. `gatehouse audit verify` shows whether the store was changed.',
  );
}

export function textsOf(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.map(textOf);
  throw new CapabilityError(
    'store_unavailable',
    'A stored record holds something else where a list belongs. `gatehouse audit verify` shows whether the store was changed.',
  );
}

export function textOrNull(value: JsonValue | undefined): string | null {
  return value === null || value === undefined ? null : textOf(value);
}

export function numberOf(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value;
  throw new CapabilityError(
    'store_unavailable',
    'A stored record holds something else where a number belongs. `gatehouse audit verify` shows whether the store was changed.',
  );
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  if (isObject(value)) return value;
  throw new CapabilityError(
    'store_unavailable',
    'A stored record holds something else where an object belongs. `gatehouse audit verify` shows whether the store was changed.',
  );
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** A word of a fixed list, such as an effect; anything else fails closed. */
export function oneOf<Word extends string>(record: StoredRecord, field: string, words: readonly Word[]): Word {
  const value = bodyOf(record)[field];
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw new CapabilityError(
    'store_unavailable',
    `The stored record ${record.collection}/${record.id} has no valid ${field}.`,
  );
}
