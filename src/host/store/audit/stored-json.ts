// Reads stored and exported JSON for checking: what cannot be read is a finding and no fault.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { parseJson } from '../../../text/index.ts';

/** What was valid when it was written must not be refused for its size when it is read. */
export const storedLimits = { maxDepth: 512, maxBytes: 1_000_000_000 } as const;

/** Null where the text is not a JSON object. */
export function parsed(text: string): JsonObject | null {
  const parse = parseJson(text, storedLimits);
  return parse.ok && isObject(parse.value) ? parse.value : null;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
