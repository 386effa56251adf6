// The base of a decision: per target the most specific rule, else what the tool says of itself, else the column of the session mode.
import { strictest, type Effect, type Target } from '../../../contract/index.ts';
import type { CompiledPolicy } from '../compile-policy.ts';
import { findRule } from '../find-rule.ts';
import { cellEffect, cellFacts, cellValues, type FactValues } from '../possible-effects.ts';
import type { CompiledRule } from '../rules/compiled-rule.ts';
import type { Cell } from '../tool-mode.ts';
import { add, standing, type Draft } from './draft.ts';

export function addBase(draft: Draft, policy: CompiledPolicy): void {
  const { targets } = draft.input;
  let uncovered: Target | null = null;
  let isCovered = false;
  for (const target of targets.length === 0 ? [null] : targets) {
    const rule = findRule(policy, draft.input, target);
    if (rule === null) {
      uncovered ??= target;
    } else {
      addRule(draft, rule, target);
      isCovered = true;
    }
  }
  if (!isCovered) addFallback(draft, null);
  else if (uncovered !== null) addFallback(draft, uncovered.value);
}

function addRule(draft: Draft, { rule, specificity, window, text }: CompiledRule, target: Target | null): void {
  const value = target === null ? null : target.value;
  if (window?.isKnown === false) {
    add(draft, {
      source: 'floor',
      id: `zone:${rule.id}`,
      effect: 'DENY',
      text: zoneText(rule.id, window.zone),
      target: value,
    });
    return;
  }
  add(draft, { source: 'rule', id: rule.id, effect: rule.effect, specificity, target: value, text });
}

function zoneText(id: string, zone: string): string {
  return (
    `Rule ${id} names the time zone ${zone}, which is not known on this machine, so whether it holds now cannot be told. ` +
    'Until the rule is mended what it may speak of is refused.'
  );
}

/** What counts where no rule does: what the tool says of itself, else the column. A default replaces the readonly column only, but for DENY. */
export function fallbackCell({ input, mode, column }: Draft): {
  readonly source: 'default' | 'mode';
  readonly cell: Cell;
} {
  const { defaultEffect } = input.tool;
  const isDefault = defaultEffect !== null && (defaultEffect === 'DENY' || column === 'readonly');
  return isDefault
    ? { source: 'default', cell: defaultEffect }
    : { source: 'mode', cell: mode?.columns[column] ?? 'DENY' };
}

export function addFallback(draft: Draft, target: string | null): void {
  const { input, mode, column, values } = draft;
  const { source, cell } = fallbackCell(draft);
  const effect = cellEffect(cell, values);
  if (source === 'default') {
    add(draft, { source, id: input.tool.name, effect, target, text: defaultTexts[effect](input.tool.name) });
    return;
  }
  // In plan-only a DENY was said already, as the ceiling that it is; so was a mode that does not exist.
  if (mode === undefined || (effect === 'DENY' && column === 'plan-only')) return;
  const text = [modeTexts[effect](mode.name, column), ...(effect === 'ALLOW' ? [] : findingsFor(cell, draft))].join(
    ' ',
  );
  add(draft, { source, id: `${mode.name}:${column}${standing(cell, values)}`, effect, target, text });
}

/** What was found of the facts that made the effect what it is: another finding would have come to a milder one. */
function findingsFor(cell: Cell, { input, values }: Draft): readonly string[] {
  const asked = cellFacts(cell);
  const deciding = asked.filter((name) => isDeciding(cell, { name, values }));
  // Where none decides alone, all do together.
  const names = new Set(deciding.length === 0 ? asked : deciding);
  const found = input.facts.filter(
    ({ name, value, verdict }) => names.has(name) && verdict === 'clear' && value !== nothingSpecial,
  );
  return [...new Set(found.map(({ text }) => text))];
}

/** The value of a fact that says nothing was set: there is nothing to tell. */
const nothingSpecial = 'default';

function isDeciding(cell: Cell, { name, values }: { readonly name: string; readonly values: FactValues }): boolean {
  const effect = cellEffect(cell, values);
  return [...cellValues(cell, name), 'another'].some((value) => {
    const other = cellEffect(cell, (asked) => (asked === name ? [value] : values(asked)));
    return other !== effect && strictest(other, effect) === effect;
  });
}

const modeTexts: Readonly<Record<Effect, (mode: string, column: string) => string>> = {
  ALLOW: (mode, column) => `In the session mode ${column} this call (tool mode ${mode}) runs without a question.`,
  ASK: (mode, column) =>
    `In the session mode ${column} this call (tool mode ${mode}) asks first. An approval, or a rule that allows it, lets it run.`,
  DENY: (mode, column) =>
    `In the session mode ${column} this call (tool mode ${mode}) does not run. Only the owner can change the mode of a session.`,
};

const defaultTexts: Readonly<Record<Effect, (name: string) => string>> = {
  ALLOW: (name) => `${name} runs without a question unless a rule says otherwise.`,
  ASK: (name) =>
    `${name} asks first unless a rule says otherwise. An approval, or a rule that allows the call, lets it run.`,
  DENY: (name) => `${name} is refused unless a rule says otherwise. The owner can add a rule that allows it.`,
};
