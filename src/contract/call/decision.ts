// The input and the answer of the one deciding function, as they are recorded.
// Type aliases, not interfaces: only those are known to be JSON by their shape.
import type { Effect } from '../policy/effect.ts';
import type { PolicyClass, Trust } from '../policy/policy-class.ts';
import type { SessionMode } from '../policy/session-mode.ts';
import type { Risk, ToolEffect } from '../tool/tool.ts';
import type { SurfaceName } from './caller.ts';
import type { Fact, Target } from './fact.ts';

export const decisionInputVersion = 1;

/** What a decision depends on, besides the rules and grants of the named revision. Recorded whole with every decision. */
export type DecisionInput = {
  readonly version: typeof decisionInputVersion;
  /** Store clock, milliseconds since the epoch. */
  readonly at: number;
  readonly caller: {
    readonly principal: string;
    readonly agent: string;
    readonly trust: Trust;
    readonly surface: SurfaceName;
    readonly session: string;
    readonly attended: boolean;
  };
  readonly sessionMode: SessionMode;
  readonly tool: {
    readonly name: string;
    readonly fingerprint: string;
    readonly mode: string;
    readonly policyClass: PolicyClass;
    readonly risk: Risk;
    readonly defaultEffect: Effect | null;
    readonly locked: boolean;
    readonly alwaysAsk: boolean;
    readonly tags: readonly string[];
    readonly effects: readonly ToolEffect[];
  };
  /** The value of the tool's action argument, where it has one. */
  readonly action: string | null;
  readonly targets: readonly Target[];
  readonly facts: readonly Fact[];
  /** HMAC over tool, fingerprint, workspace and arguments: what joins equal calls and what a grant without targets matches. */
  readonly argumentKey: string;
  readonly settings: DecisionSettings;
  /** Names the rules and grants that were in force. */
  readonly policyRevision: string;
};

export type DecisionSettings = {
  readonly confirmTags: readonly string[];
  readonly unattended: 'deny' | 'queue';
  readonly sandbox: 'required' | 'prefer' | 'off';
  /** What becomes of calls in a session that has read what others wrote: all three checks, only the one on private data, none. */
  readonly flow: 'strict' | 'relaxed' | 'off';
};

/** `policyRevision` of a reason names the state of the rules it was read from. */
export const reasonSources = [
  'locked',
  'floor',
  'boundary',
  'ceiling',
  'rule',
  'mode',
  'default',
  'raise',
  'grant',
  'unattended',
] as const;
export type ReasonSource = (typeof reasonSources)[number];

/** One contribution to a decision. */
export type Reason = {
  readonly source: ReasonSource;
  /** The rule's id, the grant's id, the guard and fact, or the mode and column. */
  readonly id: string;
  readonly revision: string;
  readonly effect: Effect;
  /** Of a rule; null elsewhere. */
  readonly specificity: number | null;
  /** The target it is about; null when about the whole call. */
  readonly target: string | null;
  readonly text: string;
};

export type Decision = {
  readonly effect: Effect;
  /** Every contribution, the deciding ones first. */
  readonly reasons: readonly Reason[];
  /** ASK before a grant answered it: the effect is then ALLOW and `grant` names the grant. */
  readonly grant: string | null;
  /** True when the ASK may not be answered for the session: each call asks anew. */
  readonly onceOnly: boolean;
  /** Facts that an explanation did not look up. Empty for a real call. */
  readonly unlooked: readonly string[];
};
