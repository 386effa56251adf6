// The rules in force, indexed so that a call meets those for its own agent, tool and target, however many others there are.
import type { Rule } from '../../contract/index.ts';
import type { TargetGlob } from '../../text/index.ts';
import { compileRule, highestRank, outranks, weights, type CompiledRule } from './rules/compiled-rule.ts';
import { createZoneClocks, type ZoneClocks } from './rules/zone-clocks.ts';

/** Rules of one target as it is written, the one that decides first in front. */
interface TargetSlot {
  readonly glob: TargetGlob;
  readonly rules: CompiledRule[];
}

/** The rules that name the same agent and the same tool, or none. */
export interface RuleGroup {
  /** Those that name no target, the one that decides first in front. */
  readonly untargeted: CompiledRule[];
  /** The others, by the buckets of their globs. */
  readonly buckets: Map<string, TargetSlot[]>;
  /** What no rule of the group exceeds. */
  readonly highestRank: number;
}

export interface CompiledPolicy {
  /** Names this state of the rules. */
  readonly revision: string;
  /** In their given order. */
  readonly rules: readonly Rule[];
  /** By agent, then by tool; null for rules that name none. */
  readonly groups: ReadonlyMap<string | null, ReadonlyMap<string | null, RuleGroup>>;
  readonly clocks: ZoneClocks;
}

type Groups = Map<string | null, Map<string | null, RuleGroup>>;

/** Throws `invalid_rule` for a rule that `readRule` would not let through. */
export function compilePolicy({
  rules,
  revision,
}: {
  readonly rules: readonly Rule[];
  readonly revision: string;
}): CompiledPolicy {
  const groups: Groups = new Map();
  const clocks = createZoneClocks();
  // The rule that decides first comes first, so each list is in its order as it grows, and its end is seen at once.
  const ordered = rules
    .map((rule, order) => compileRule(rule, order, clocks))
    .toSorted((left, right) => (outranks(left, right) ? -1 : 1));
  const slots = new Map<RuleGroup, Map<string, TargetSlot>>();
  for (const rule of ordered) {
    const group = groupOf(groups, rule.rule);
    append(rule.glob === null ? group.untargeted : slotOf(slots, group, rule), rule);
  }
  return { revision, rules, groups, clocks };
}

/** Behind a rule that always holds nothing can decide. */
function append(list: CompiledRule[], rule: CompiledRule): void {
  const last = list.at(-1)?.rule;
  if (last === undefined || last.action !== null || last.window !== null) list.push(rule);
}

function groupOf(groups: Groups, { agent, tool }: Rule): RuleGroup {
  let byTool = groups.get(agent);
  if (byTool === undefined) groups.set(agent, (byTool = new Map()));
  let group = byTool.get(tool);
  if (group === undefined) {
    const named = (agent === null ? 0 : weights.agent) + (tool === null ? 0 : weights.tool);
    const most = named + weights.target + weights.action + weights.window;
    byTool.set(tool, (group = { untargeted: [], buckets: new Map(), highestRank: highestRank(most) }));
  }
  return group;
}

function slotOf(
  slots: Map<RuleGroup, Map<string, TargetSlot>>,
  group: RuleGroup,
  { glob }: CompiledRule,
): CompiledRule[] {
  if (glob === null) return group.untargeted;
  let ofGroup = slots.get(group);
  if (ofGroup === undefined) slots.set(group, (ofGroup = new Map()));
  let slot = ofGroup.get(glob.source);
  if (slot === undefined) {
    ofGroup.set(glob.source, (slot = { glob, rules: [] }));
    for (const bucket of glob.buckets) {
      const there = group.buckets.get(bucket);
      if (there === undefined) group.buckets.set(bucket, [slot]);
      else there.push(slot);
    }
  }
  return slot.rules;
}
