// The JSON that crosses every border here. Inexact numbers travel as raw JSON text, so that what was sent is what arrives.

/** A number whose text says more than a double can hold: what `JSON.rawJSON` returns. `JSON.stringify` writes the text unchanged. */
export interface RawNumber {
  readonly rawJSON: string;
}

export type JsonValue = null | boolean | number | string | RawNumber | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}
