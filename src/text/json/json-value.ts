// The JSON values that text/ works on, and numbers whose text says more than a double can hold.

/** A number kept as its own text: what `JSON.rawJSON` returns, and what `JSON.stringify` writes unchanged. */
export interface RawNumber {
  readonly rawJSON: string;
}

export type JsonValue = null | boolean | number | string | RawNumber | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** Keeps the text of a number. Throws SyntaxError where the text is no JSON number. */
export function rawNumber(text: string): RawNumber {
  const raw = JSON.rawJSON(text);
  if (!isNumberText(text)) throw new SyntaxError(`${JSON.stringify(text)} is not a JSON number`);
  return raw;
}

/** True for a number kept as its text. An ordinary object with a member `rawJSON` is none, and neither is raw JSON of another type. */
export function isRawNumber(value: unknown): value is RawNumber {
  return JSON.isRawJSON(value) && isNumberText(value.rawJSON);
}

/** The text of the number, exactly as it was sent. */
export function rawNumberText(value: RawNumber): string {
  return value.rawJSON;
}

/** `JSON.rawJSON` has already refused all but one JSON primitive without white space around it: its first character tells the type. */
function isNumberText(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === 0x2d || (first >= 0x30 && first <= 0x39);
}
