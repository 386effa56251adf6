// The texts that a value becomes on a command line: numbers as they were sent, lists and maps item by item.
import { isRawNumber, rawNumberText, type JsonValue } from '../json/json-value.ts';

/** Null where something nested has no text. A list gives one for each item, a map `key=value` for each member, sorted by key. */
export function valueTexts(value: JsonValue): readonly string[] | null {
  if (isList(value)) return every(value.map(scalarText));
  if (!isMap(value)) return every([scalarText(value)]);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return every(
    members.map(([key, member]) => {
      const text = scalarText(member);
      return text === null ? null : `${key}=${text}`;
    }),
  );
}

/** The key that would be read as one that ends earlier, or undefined. */
export function unsayableKey(value: JsonValue): string | undefined {
  return isMap(value) ? Object.keys(value).find((key) => key.includes('=')) : undefined;
}

/** As in `expected boolean, got string`. */
export function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (isRawNumber(value)) return 'number';
  return isList(value) ? 'array' : typeof value;
}

/** Nothing to say: an empty list or map. */
export function isEmpty(value: JsonValue): boolean {
  return isList(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isMap(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeName(value) === 'object';
}

function scalarText(value: JsonValue): string | null {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  return isRawNumber(value) ? rawNumberText(value) : null;
}

/** Whole numbers digit by digit: programs that take integers do not take `1e+21`. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponent] = String(value).split('e+');
  if (exponent === undefined) return String(value);
  const [whole = '', fraction = ''] = mantissa.split('.');
  return whole + fraction + '0'.repeat(Number(exponent) - fraction.length);
}

function every(texts: readonly (string | null)[]): readonly string[] | null {
  return texts.every((text) => text !== null) ? texts : null;
}
