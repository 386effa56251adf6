// A policy rule as people write it and as it is stored. Reading and matching rules is kernel/policy's part.
import type { Effect } from './effect.ts';

/** Daily hours `[from, to)` on the wall clock of `zone` (IANA name). `24:00` only as an end; from after to crosses midnight. */
export interface RuleWindow {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

/** Where a rule was written: the store, or a line of a configuration file. */
export type RuleSource =
  | { readonly kind: 'store' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number };

/**
 * One rule. `agent`, `tool`, `target` and `action` are null where the rule speaks of all.
 * `tool` is a canonical tool name; `target` is in the policy glob language; `note` is the author's own reason, shown on a refusal.
 */
export interface Rule {
  readonly id: string;
  readonly effect: Effect;
  readonly agent: string | null;
  readonly tool: string | null;
  readonly target: string | null;
  readonly action: string | null;
  readonly window: RuleWindow | null;
  readonly note: string | null;
  readonly source: RuleSource;
}

/** A rule before it has an id and a place. */
export type NewRule = Omit<Rule, 'id' | 'source'>;

/** A rule that could not be read: where it stands and why. `effect` is known when at least that much could be read. */
export interface RuleProblem {
  readonly source: RuleSource;
  readonly rule: string;
  readonly effect: Effect | null;
  readonly message: string;
}
