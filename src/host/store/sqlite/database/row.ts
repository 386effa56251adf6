// Reads columns as the types they were written as. A column of another type is damage, not a surprise further on.
import type { SQLOutputValue } from 'node:sqlite';
import type { JsonObject, JsonValue } from '../../../../contract/index.ts';
import { parseJson } from '../../../../text/index.ts';
import { isObject, storedLimits } from '../../audit/stored-json.ts';
import { damaged } from './store-errors.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw damaged(`a ${column}`);
  return value;
}

export function optionalTextOf(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

export function integerOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw damaged(`a ${column}`);
  return value;
}

export function optionalIntegerOf(row: Row, column: string): number | null {
  return row[column] === null ? null : integerOf(row, column);
}

export function optionalBytesOf(row: Row, column: string): Uint8Array | null {
  const value = row[column];
  if (value === null || value instanceof Uint8Array) return value;
  throw damaged(`a ${column}`);
}

/** Stored JSON, numbers as they were sent. */
export function readJson(text: string, what: string): JsonValue {
  const parsed = parseJson(text, storedLimits);
  if (!parsed.ok) throw damaged(what);
  return parsed.value;
}

export function readJsonObject(text: string, what: string): JsonObject {
  const value = readJson(text, what);
  if (!isObject(value)) throw damaged(what);
  return value;
}
