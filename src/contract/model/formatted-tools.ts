// A presentation in the words of one provider's request, with what could not be said in them.
import type { JsonValue } from '../json.ts';

/** The requests that carry tools: Anthropic Messages, OpenAI Chat Completions and Responses, Gemini generateContent. */
export const modelFormats = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;
export type ModelFormat = (typeof modelFormats)[number];

/** What a name that the model says stands for. */
export interface WireTool {
  readonly tool: string;
  /** Name of an argument on the wire → its name in the schema. Only those that had to be changed. */
  readonly arguments: ReadonlyMap<string, string>;
}

export interface ToolNote {
  readonly tool: string;
  readonly text: string;
}

export interface FormattedTools {
  readonly format: ModelFormat;
  /** The member `tools` of a request, as it is sent. Equal presentations give equal bytes. */
  readonly tools: readonly JsonValue[];
  /** For the system prompt: what is not among the tools and how to reach it. Empty where nothing is. */
  readonly listing: string;
  /** By the name on the wire. */
  readonly names: ReadonlyMap<string, WireTool>;
  /** What differs from the tool's own definition, which still is what validates. In order of name. */
  readonly notes: readonly ToolNote[];
  /** Tools that this provider cannot take. All others go out. In order of name. */
  readonly quarantined: readonly { readonly tool: string; readonly reason: string }[];
}
