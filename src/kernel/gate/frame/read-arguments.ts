// Reads the arguments of a call without losing anything: text is parsed losslessly, a value is copied and checked to be plain JSON.
import type { ArgumentProblem, CallArguments, JsonObject, JsonValue } from '../../../contract/index.ts';
import { parseJson } from '../../../text/index.ts';
import { copyJson } from './copy-json.ts';

export type ReadArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: ArgumentProblem };

/** The same for a text and for a value, or what a text says and a program says would not be taken alike. */
const limits = { maxDepth: 64, maxBytes: 1_048_576, undefinedMembers: 'refuse' } as const;

/** Throws where `given` itself cannot be read. */
export function readArguments(given: CallArguments): ReadArguments {
  const read = 'json' in given ? readText(given.json) : readValue(given.value);
  if (!read.ok) return { ok: false, problem: { ...read.problem, expected: 'a JSON object within the limits' } };
  if (isObject(read.value)) return { ok: true, value: read.value };
  return {
    ok: false,
    problem: { path: '', message: `the arguments are ${describe(read.value)}`, expected: 'a JSON object' },
  };
}

type Read =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: { readonly path: string; readonly message: string } };

function readText(json: unknown): Read {
  if (typeof json !== 'string') return { ok: false, problem: { path: '', message: 'the arguments are no text' } };
  const parsed = parseJson(/^\s*$/.test(json) ? '{}' : json, limits);
  return parsed.ok ? parsed : { ok: false, problem: { path: parsed.problem.path, message: parsed.problem.message } };
}

function readValue(value: unknown): Read {
  const copy = copyJson(value ?? {}, limits);
  return copy.ok ? copy : { ok: false, problem: { path: copy.path, message: copy.message } };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a number' : `a ${typeof value}`;
}
