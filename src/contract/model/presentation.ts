// What a model is shown of the tools: the schemas that go out whole, and words on those that are found when they are needed.
import type { JsonObject } from '../json.ts';

/** A tool as a model is told of it. */
export interface PresentedTool {
  readonly name: string;
  readonly title: string;
  /** Ends in `Tags: …` where the tool has tags. */
  readonly description: string;
  /** The JSON Schema of the arguments, verbatim. */
  readonly parameters: JsonObject;
  readonly source: string;
}

/** How much of the deferred tools is named: all of them, their sources with counts, or the largest sources and a total. */
export const deferralLevels = ['none', 'names', 'sources', 'largest'] as const;
export type DeferralLevel = (typeof deferralLevels)[number];

/** Of one caller, fixed at the start of a run: equal catalogues give equal bytes. */
export interface ToolPresentation {
  /** Whole schemas, in order of name. */
  readonly inline: readonly PresentedTool[];
  /** Found by tool_search, read by tool_describe, run by tool_call or directly by name. In order of name. */
  readonly deferred: readonly PresentedTool[];
  readonly level: DeferralLevel;
  /** For the prompt: what is deferred and how to reach it. Empty where nothing is. */
  readonly listing: string;
  /** About how many tokens each part costs a model in every turn; `whole` is what all schemas would cost. */
  readonly tokens: { readonly inline: number; readonly listing: number; readonly whole: number };
}
