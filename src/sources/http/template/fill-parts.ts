// Puts the arguments of a call and the values of secrets into a template. What was put in is never read as a template again.
import { isRawNumber, percentEncode, pointerGet } from '../../../text/index.ts';
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import type { Part } from './parse-template.ts';

export interface Filling {
  readonly args: JsonObject;
  /** By place. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** How what is put in is written: an argument with its type, a value or a secret as a text. */
export type Write = (value: JsonValue) => string;

export function fillParts(parts: readonly Part[], { args, secrets }: Filling, write: Write): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'value') text += write(part.text);
    else if (part.kind === 'secret') text += write(secretAt(part.place, secrets));
    else if (part.kind === 'argument') {
      const value = argumentAt(part.key, args);
      text += part.quoted ? percentEncode(asText(value), '/') : write(value);
    }
  }
  return text;
}

/** The first argument that is needed and absent, or null. */
export function missingKey(parts: readonly Part[], args: JsonObject): string | null {
  for (const part of parts) if (part.kind === 'argument' && argumentAt(part.key, args) === null) return part.key;
  return null;
}

/** Null where it is absent. */
export function argumentAt(key: string, args: JsonObject): JsonValue {
  return pointerGet(args, `/${key}`) ?? null;
}

/** A list as its items with commas between; an object as JSON. */
export function asText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (isRawNumber(value)) return value.rawJSON;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map((item: JsonValue) => (typeof item === 'string' ? item : JSON.stringify(item))).join(',');
}

function secretAt(place: string, secrets: Readonly<Record<string, string>>): string {
  const value = Object.hasOwn(secrets, place) ? secrets[place] : undefined;
  if (value === undefined) throw new Error(`The secret ${place} was not looked up before it was needed.`);
  return value;
}
