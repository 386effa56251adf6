// What a caller may know of the tools: one source for the model, the command line, HTTP and MCP.
import type { JsonObject, JsonValue } from '../json.ts';
import type { Effect } from '../policy/effect.ts';
import type { PolicyClass } from '../policy/policy-class.ts';
import type { Risk, ToolEffect, ToolExample, ToolKind } from '../tool/tool.ts';
import type { DeferralLevel, ToolPresentation } from '../model/presentation.ts';

/** One line of a listing. */
export interface ToolSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly source: string;
  readonly category: string;
  readonly mode: string;
  readonly policyClass: PolicyClass;
  readonly risk: Risk;
  readonly tags: readonly string[];
  /** Names of the arguments that a call must give, and of those it may. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly locked: boolean;
  readonly hidden: boolean;
  /** The strictest effect a call may meet in the caller's session mode, with `conditional` where targets or facts may change it. */
  readonly effect: Effect;
  readonly conditional: boolean;
}

/** All that is told of one tool. Describing it grants nothing and runs nothing. */
export interface ToolDescription extends ToolSummary {
  readonly parameters: JsonObject;
  readonly aliases: readonly string[];
  readonly argumentAliases: Readonly<Record<string, string>>;
  /** What a call may do to the world, as the tool declares. */
  readonly effects: readonly ToolEffect[];
  readonly timeoutMs: number;
  readonly whenToUse: string;
  readonly examples: readonly ToolExample[];
  readonly failureModes: readonly string[];
  readonly requiresSetup: string | null;
  readonly fingerprint: string;
  readonly executionNote: string;
}

export type Described =
  | { readonly ok: true; readonly tool: ToolDescription }
  | {
      readonly ok: false;
      readonly code: 'invalid' | 'unknown';
      readonly message: string;
      readonly nearest: readonly string[];
    };

export interface SearchOptions {
  /** How many tools at most: 1 to 20, 5 where it is not given. What lies outside counts as the nearest of these. */
  readonly limit?: number;
  /** Says of each tool what speaks for it. */
  readonly explain?: boolean;
}

/** What speaks for a found tool. */
export interface FoundReasons {
  /** The parts that follow, each with its weight; tools stand in its order. Comparable within one answer. */
  readonly score: number;
  /** Each from 0 to 1; `learned` is what earlier searches of this caller led to. */
  readonly words: number;
  readonly clauses: number;
  readonly name: number;
  readonly learned: number;
  /** Words of the query that the tool holds, in any form, and those it holds another word for. */
  readonly holds: readonly string[];
  readonly near: readonly { readonly asked: string; readonly held: string }[];
  /** Words that no tool holds, and this one has one that is spelled alike. */
  readonly alike: readonly string[];
}

export interface FoundTool extends ToolSummary {
  /** Where it was asked for. */
  readonly why?: FoundReasons;
}

/** So much of a query is searched; what follows is not looked at. */
export const longestToolQuery = 1_000;

/** How many tools a source brings. */
export interface SourceCount {
  readonly source: string;
  readonly tools: number;
}

/** What a search came to. */
export interface FoundTools {
  /** As it was searched: without control characters, and cut where it was too long. */
  readonly query: string;
  /** Best first; a tool whose name or alias is the query before all others. Long descriptions are cut. */
  readonly tools: readonly FoundTool[];
  /** How many tools this caller may see. */
  readonly total: number;
  /** Where nothing was found: the largest sources, and names that are spelled alike. Else empty. */
  readonly sources: readonly SourceCount[];
  readonly nearest: readonly string[];
}

/** About how many tokens the tools of a source cost a model. */
export interface SourceCost extends SourceCount {
  /** How many of them are deferred. */
  readonly deferred: number;
  /** The schemas that go out whole, in every turn. */
  readonly inline: number;
  /** The names of the deferred ones. */
  readonly names: number;
  /** What the schemas of the deferred ones would cost. */
  readonly saved: number;
}

/** What the tools cost a model in every turn, by source. */
export interface TokenReport {
  readonly level: DeferralLevel;
  readonly tokens: ToolPresentation['tokens'];
  /** The dearest first. */
  readonly sources: readonly SourceCost[];
  /** Where a profile limits the list of this caller: to how many, and the names of those that are not in it. */
  readonly limit?: { readonly maxTools: number; readonly leftOut: readonly string[] };
}

/** The report of what can be done here, from live state. Opens no file, makes no request, starts no process. */
export interface OpenedDirectory {
  readonly path: string;
  /** What may be written may also be read. */
  readonly access: 'read' | 'write';
}

export interface CapabilitiesReport {
  readonly sessionMode: string;
  readonly trust: string;
  readonly agent: string;
  /** `note` says what a level means that is not one yet; else null. */
  readonly sandbox: { readonly setting: string; readonly level: string; readonly note: string | null };
  /** What the owner opened besides the configured roots. Empty for guests, to whom none of it is open. */
  readonly openedDirectories: readonly OpenedDirectory[];
  readonly toolsByMode: Readonly<Record<string, readonly ToolSummary[]>>;
  readonly locked: readonly string[];
  readonly servers: readonly JsonValue[];
  readonly skills: readonly JsonValue[];
  readonly subagents: readonly JsonValue[];
  /** Every limit, `null` where not set. */
  readonly limits: Readonly<Record<string, JsonValue>>;
  readonly floor: readonly string[];
  readonly tokens: TokenReport;
}

export interface Catalog {
  /** Exact name or alias, after trimming; 1 to 200 characters. */
  describe(name: string): Promise<Described>;
  capabilities(): Promise<CapabilitiesReport>;
  search(query: string, options: SearchOptions): Promise<FoundTools>;
}
