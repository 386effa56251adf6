// Validation needs numbers where lossless JSON holds raw text: a copy with each raw number as the double that answers like it.
import { isRawNumber, rawNumberText, type JsonValue } from '../json/json-value.ts';

/** The same value where there is no raw number inside. */
export function numericShadow(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawNumber(value)) return toDouble(rawNumberText(value));
  if (Array.isArray(value)) {
    const next = value.map(numericShadow);
    return next.some((item, index) => item !== value[index]) ? next : value;
  }
  const entries = Object.entries(value).map(([key, child]) => [key, child, numericShadow(child)] as const);
  if (entries.every(([, child, next]) => child === next)) return value;
  return Object.fromEntries(entries.map(([key, , next]) => [key, next]));
}

/** A text with a fraction must not pass for an integer only because the double lost the fraction. */
function toDouble(text: string): number {
  const number = Number(text);
  const wholeText = /^-?\d+(\.0+)?$/.test(text) || /e/i.test(text);
  if (wholeText || !Number.isInteger(number)) return number;
  return number + Number.EPSILON * Math.max(1, Math.abs(number));
}
