// Reads what a handler says it started: for the record alone, and never what a caller is shown.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { copyJson } from '../frame/copy-json.ts';
import { membersOf } from './read-block.ts';

/** A command line may be long, and stands in the record for as long as that is kept. */
const limits = { maxDepth: 4, maxBytes: 256 * 1024, undefinedMembers: 'drop' } as const;

/** Null where it says nothing, or what cannot be written down. Never throws. */
export function readRan(result: unknown): JsonObject | null {
  try {
    const { ran } = membersOf(result, 'The result');
    const copy = ran === undefined ? null : copyJson(ran, limits);
    return copy?.ok === true && isObject(copy.value) ? copy.value : null;
  } catch {
    return null;
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
