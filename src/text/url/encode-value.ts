// How one value of an argument is written inside an address.
import { isRawNumber, type JsonValue, type JsonObject } from '../json/json-value.ts';

/** Everything but the unreserved characters of RFC 3986 and those in `keep`. The text is well formed. */
export function percentEncode(text: string, keep = ''): string {
  const encoded = encodeURIComponent(text).replaceAll(/[!'()*]/g, escapeByte);
  if (keep === '') return encoded;
  return encoded.replaceAll(/%([2-7][0-9A-F])/g, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return keep.includes(character) ? character : escape;
  });
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A text as it is, a number as it was written, anything deeper as JSON. */
export function plainText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return isRawNumber(value) ? value.rawJSON : JSON.stringify(value);
}

/** The items that say something: RFC 6570 leaves null ones out. */
export function saidItems(list: readonly JsonValue[]): readonly JsonValue[] {
  return list.filter((item) => item !== null);
}

export function saidMembers(object: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object).filter(([, value]) => value !== null);
}

/** Array.isArray does not narrow a union with a readonly array. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value) && !isRawNumber(value);
}
