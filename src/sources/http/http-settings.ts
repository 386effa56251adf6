// What the owner says of one source of HTTP tools.
import type { HttpMethod, JsonObject, JsonValue } from '../../contract/index.ts';

/** What stands for `{name}` in a template: a text, a variable of this process, or a secret by its name. */
export type HttpValue = string | { readonly env: string } | { readonly secret: string };

/** One tool as YAML says it. Of one that a tools file has, what its line leaves open. */
export interface HttpToolSettings {
  readonly description: string | null;
  readonly method: HttpMethod | null;
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** A text, or JSON whose texts are templates. */
  readonly body: JsonValue | null;
  /** A JSON Schema for each; `required: false` in it makes one optional. */
  readonly parameters: Readonly<Record<string, JsonObject>> | null;
  readonly filter: string | null;
  readonly extract: 'title' | null;
  /** Goes before the time of a line. */
  readonly timeoutMs: number | null;
}

export interface HttpSettings {
  /** The name of the source. */
  readonly source: string;
  /** A tools file as it was read, and the name that problems call it by. */
  readonly manifest: { readonly file: string; readonly text: string } | null;
  readonly values: Readonly<Record<string, HttpValue>>;
  readonly tools: Readonly<Record<string, HttpToolSettings>>;
}

export const defaultTimeoutMs = 25_000;
export const longestTimeoutMs = 600_000;
