// What can be said of rules once the tools are known: those that never match, that refuse by mistake, or that open more than one tool.
import type { NewRule, Tool } from '../../../contract/index.ts';
import { coverOf } from './rule-text.ts';
import { createZoneClocks } from './zone-clocks.ts';

export interface RuleFinding {
  /** The rule's own id where it has one. */
  readonly rule: string;
  readonly severity: 'warning' | 'error';
  readonly code: 'unknown_tool' | 'no_targets' | 'locked' | 'broad' | 'unknown_zone';
  readonly message: string;
}

export type LintedTool = Pick<Tool, 'name' | 'aliases' | 'targets' | 'locked'>;
type LintedRule = NewRule & { readonly id?: string };
type Said = Omit<RuleFinding, 'rule'>;

/** `broad` says that an ALLOW for all tools is meant. */
export function lintRules(
  rules: readonly LintedRule[],
  tools: readonly LintedTool[],
  { broad = false }: { readonly broad?: boolean } = {},
): readonly RuleFinding[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const byAlias = new Map(tools.flatMap((tool) => tool.aliases.map((alias) => [alias, tool.name] as const)));
  const clocks = createZoneClocks();
  return rules.flatMap((rule) => {
    const said: Said[] = [];
    if (rule.tool !== null) {
      const tool = byName.get(rule.tool);
      said.push(...(tool === undefined ? [unknownTool(rule.tool, byAlias.get(rule.tool))] : ofTool(rule, tool)));
    } else if (rule.effect === 'ALLOW' && !broad) {
      said.push({
        severity: 'error',
        code: 'broad',
        message: 'It allows every tool there is and will be. Name the tool, or say that it is meant to be broad.',
      });
    }
    if (rule.window !== null && !clocks.knows(rule.window.zone)) said.push(unknownZone(rule.window.zone));
    const id = rule.id ?? `${rule.effect} (${coverOf(rule)})`;
    return said.map((finding) => ({ rule: id, ...finding }));
  });
}

function unknownTool(name: string, canonical: string | undefined): Said {
  const hint =
    canonical === undefined
      ? 'It matches nothing until there is one.'
      : `It is another name of ${canonical}: rules take that one.`;
  return { severity: 'warning', code: 'unknown_tool', message: `No tool has the name ${name}. ${hint}` };
}

function ofTool(rule: LintedRule, tool: LintedTool): readonly Said[] {
  const said: Said[] = [];
  if (rule.target !== null && tool.targets.length === 0) {
    const isDeny = rule.effect === 'DENY';
    const advice = isDeny ? 'What it means to refuse would run: leave the target out.' : 'Leave the target out.';
    const message = `Calls of ${tool.name} have no targets, so a rule for the target ${rule.target} never matches one. ${advice}`;
    said.push({ severity: isDeny ? 'error' : 'warning', code: 'no_targets', message });
  }
  if (tool.locked && rule.effect !== 'DENY') {
    said.push({ severity: 'warning', code: 'locked', message: `${tool.name} is locked: no rule lets it run.` });
  }
  return said;
}

function unknownZone(zone: string): Said {
  return {
    severity: 'error',
    code: 'unknown_zone',
    message: `This machine knows no time zone ${zone}, so the rule refuses all that it may speak of. Write one such as Europe/Berlin or UTC.`,
  };
}
