// Reads the arguments of a call without losing anything: text is parsed losslessly, a value is checked to be plain JSON.
import type { ArgumentProblem, CallArguments, JsonObject, JsonValue } from '../../../contract/index.ts';
import { checkJsonValue, parseJson } from '../../../text/index.ts';

export type ReadArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: ArgumentProblem };

export function readArguments(given: CallArguments): ReadArguments {
  const parsed = 'json' in given ? parseJson(given.json.trim() === '' ? '{}' : given.json) : checkJsonValue(given.value ?? {});
  if (!parsed.ok) {
    const { path, message } = parsed.problem;
    return { ok: false, problem: { path, message, expected: 'a JSON object within the limits' } };
  }
  if (isObject(parsed.value)) return { ok: true, value: parsed.value };
  return { ok: false, problem: { path: '', message: `the arguments are ${describe(parsed.value)}`, expected: 'a JSON object' } };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a number' : `a ${typeof value}`;
}
