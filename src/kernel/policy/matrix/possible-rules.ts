// Which rules can come to decide about a tool for an agent, when target, action and hour are unknown.
import type { Tool } from '../../../contract/index.ts';
import type { CompiledPolicy, RuleGroup } from '../compile-policy.ts';
import { outranks, type CompiledRule } from '../rules/compiled-rule.ts';

export interface PossibleRules {
  /** The one that decides first in front. */
  readonly rules: readonly CompiledRule[];
  /** False where the last of them always holds, so that nothing behind the rules counts. */
  readonly mayMissAll: boolean;
}

export function possibleRules(
  { groups }: CompiledPolicy,
  agent: string,
  tool: Pick<Tool, 'name' | 'targets'>,
): PossibleRules {
  const found: CompiledRule[] = [];
  for (const byTool of [groups.get(agent), groups.get(null)]) {
    for (const group of [byTool?.get(tool.name), byTool?.get(null)]) {
      if (group !== undefined) found.push(...rulesOf(group, tool.targets.length > 0));
    }
  }
  found.sort((left, right) => (outranks(left, right) ? -1 : 1));
  const always = found.findIndex(({ rule, glob }) => glob === null && rule.action === null && rule.window === null);
  return always < 0 ? { rules: found, mayMissAll: true } : { rules: found.slice(0, always + 1), mayMissAll: false };
}

function rulesOf({ untargeted, buckets }: RuleGroup, takesTargets: boolean): readonly CompiledRule[] {
  if (!takesTargets) return untargeted;
  // A glob may lie in several buckets.
  const slots = new Set([...buckets.values()].flat());
  return [...untargeted, ...[...slots].flatMap(({ rules }) => rules)];
}
