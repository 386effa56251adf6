// Finds the one rule that decides about a call, or about one of its targets: the most specific that holds, the stricter on a tie.
import type { DecisionInput, Target } from '../../contract/index.ts';
import { normalTarget, targetBuckets, type NormalTarget } from '../../text/index.ts';
import type { CompiledPolicy, RuleGroup } from './compile-policy.ts';
import { outranks, type CompiledRule } from './rules/compiled-rule.ts';
import { isWithin } from './rules/window.ts';

interface Search {
  readonly policy: CompiledPolicy;
  readonly at: number;
  /** What the call does, by its argument and by this target: a rule that names an action means either. */
  readonly action: string | null;
  readonly targetAction: string | null;
  readonly normal: NormalTarget | null;
  readonly buckets: readonly string[];
  best: CompiledRule | null;
}

const noBuckets: readonly string[] = [];

/** With `target` null only rules that name no target are asked: a targeted rule never speaks of a call without targets. */
export function findRule(policy: CompiledPolicy, input: DecisionInput, target: Target | null): CompiledRule | null {
  const { groups } = policy;
  if (groups.size === 0) return null;
  const normal = target === null ? null : normalTarget(target.value, target.kind);
  const search: Search = {
    policy,
    at: input.at,
    action: input.action,
    targetAction: target === null ? null : target.action,
    normal,
    buckets: normal === null || normal.kind === 'none' ? noBuckets : targetBuckets(normal),
    best: null,
  };
  const own = groups.get(input.caller.agent);
  const all = groups.get(null);
  searchGroup(search, own?.get(input.tool.name));
  searchGroup(search, own?.get(null));
  searchGroup(search, all?.get(input.tool.name));
  searchGroup(search, all?.get(null));
  return search.best;
}

function searchGroup(search: Search, group: RuleGroup | undefined): void {
  if (group === undefined || (search.best !== null && search.best.rank > group.highestRank)) return;
  consider(search, group.untargeted);
  if (search.normal === null || group.buckets.size === 0) return;
  for (const bucket of search.buckets) {
    const slots = group.buckets.get(bucket);
    if (slots === undefined) continue;
    for (const { glob, rules } of slots) {
      if (glob.matches(search.normal)) consider(search, rules);
    }
  }
}

/** The rules stand in the order in which they decide, so the first that holds is the one. */
function consider(search: Search, rules: readonly CompiledRule[]): void {
  for (const rule of rules) {
    if (search.best !== null && !outranks(rule, search.best)) return;
    if (holds(search, rule)) {
      search.best = rule;
      return;
    }
  }
}

function holds(search: Search, { rule, window }: CompiledRule): boolean {
  const { action } = rule;
  if (action !== null && action !== search.action && action !== search.targetAction) return false;
  if (window === null || !window.isKnown) return true;
  const minute = search.policy.clocks.minuteOfDay(window.zone, search.at);
  return minute !== null && isWithin(minute, window.minutes);
}
