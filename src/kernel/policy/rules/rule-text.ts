// The words for one rule: what it covers, where it stands and what its author said, so that a refusal can be understood and mended.
import type { Effect, Rule, RuleSource } from '../../../contract/index.ts';

const verbs: Readonly<Record<Effect, string>> = { ALLOW: 'allows this', ASK: 'asks about this', DENY: 'refuses this' };

/** Named, placed, and with the author's own note. */
export function ruleText(rule: Rule): string {
  const note = rule.note === null ? '' : ` Its author says: ${rule.note}${/[.!?…]$/.test(rule.note) ? '' : '.'}`;
  const said = `Rule ${rule.id} (${placeOf(rule.source)}) ${verbs[rule.effect]}: it covers ${coverOf(rule)}.${note}`;
  if (rule.effect === 'ALLOW') return said;
  return `${said} What it does not cover stays as it was; a more specific rule, or its removal by the owner, changes the answer.`;
}

function placeOf(source: RuleSource): string {
  return source.kind === 'file' ? `${source.file}:${source.line}` : 'stored';
}

/** What the rule speaks of, in words: `agent alice, tool file_write, target src/**, 09:00 to 17:00 Europe/Berlin`. */
export function coverOf({
  agent,
  tool,
  target,
  action,
  window,
}: Omit<Rule, 'id' | 'source' | 'effect' | 'note'>): string {
  const parts = [
    agent === null ? 'all agents' : `agent ${agent}`,
    tool === null ? 'all tools' : `tool ${tool}`,
    ...(target === null ? [] : [`target ${target}`]),
    ...(action === null ? [] : [`action ${action}`]),
    ...(window === null ? [] : [`${window.from} to ${window.to} ${window.zone}`]),
  ];
  return parts.join(', ');
}
