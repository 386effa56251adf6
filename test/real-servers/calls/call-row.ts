// The shape of the tables of calls: each tool of a server once with input that works and once with input that does not.
import type { JsonObject, JsonValue } from '../../../src/contract/index.ts';

export interface CallRow {
  readonly tool: string;
  /** What another tool of the server is asked first. */
  readonly before?: { readonly tool: string; readonly with: JsonObject };
  readonly works: { readonly with: JsonObject; readonly shows: RegExp };
  /** Whatever a client may send, maps or not. */
  readonly fails: { readonly with: JsonValue; readonly says: RegExp };
}

/** What the calls of a test act on. */
export interface Place {
  /** Absolute path of a folder that holds `a.txt`, `dot.png` and nothing else. */
  readonly folder: string;
  /** Address of a page with a form, with `/second` beside it. */
  readonly page: string;
}

export interface RealServer {
  readonly name: string;
  /** The entry of its configuration. */
  readonly entry: (place: Place) => JsonObject;
  /** In order: later ones act on what earlier ones did. */
  readonly rows: (place: Place) => readonly CallRow[];
  /** Tools that it lists and that are left out, with a word of why. */
  readonly leftOut: Readonly<Record<string, RegExp>>;
}

/** For tools without parameters: whatever map they are sent is fit. */
export const noMap = { with: [1], says: /arguments/i } as const;
