// One HTTP tool, whatever described it: what is shown of it, and what its calls send.
import type { HttpMethod, JsonObject, UrlShape } from '../../contract/index.ts';
import type { CommandTool } from './command/command-tool.ts';
import type { Body } from './template/body.ts';
import type { Part } from './template/parse-template.ts';

export interface HttpHeader {
  readonly name: string;
  readonly parts: readonly Part[];
}

export interface HttpTool {
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly tags: readonly string[];
  readonly parameters: JsonObject;
  readonly method: HttpMethod;
  /** Null where something that it needs is not configured: then `unset` says what. */
  readonly url: UrlShape | null;
  readonly unset: string | null;
  readonly headers: readonly HttpHeader[];
  readonly body: Body | null;
  readonly filter: string | null;
  readonly extract: 'title' | null;
  readonly timeoutMs: number;
  /** Names of the places that values of secrets go to. */
  readonly secrets: readonly string[];
}

/** Where a tool was described, and what is to be said of it; without a tool it stays out. */
export interface ReadTool {
  readonly name: string;
  /** `tools.txt:12`. */
  readonly where: string;
  readonly tool: HttpTool | CommandTool | null;
  readonly said: readonly string[];
}
