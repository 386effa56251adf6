// One cell of the matrix: what a call of a tool may come to for an agent, with targets, hours and the facts that its mode asks for
// unknown. Floors are left out: they refuse what they find in every mode, and would make each row of a guarded tool say DENY. So is
// the flow rule, which is about what one session has read.
import {
  decisionInputVersion,
  effects,
  descriptionFacts,
  strictest,
  type DecisionInput,
  type DecisionSettings,
  type Effect,
  type Grant,
  type MatrixRow,
  type SessionMode,
  type Tool,
  type Trust,
} from '../../../contract/index.ts';
import { resolvePolicy } from '../../trust/resolve-policy.ts';
import type { CompiledPolicy } from '../compile-policy.ts';
import { decidedTool } from '../decided-tool.ts';
import { findMode } from '../modes/tool-modes.ts';
import { cellFacts, possibleEffects } from '../possible-effects.ts';
import { addFallback, fallbackCell } from '../reasons/base-reasons.ts';
import { addCeilings, addRefusals } from '../reasons/ceiling-reasons.ts';
import { columnOf, factValues, type Draft } from '../reasons/draft.ts';
import { addRaises } from '../reasons/raise-reasons.ts';
import type { CompiledRule } from '../rules/compiled-rule.ts';
import type { Cell } from '../tool-mode.ts';
import { possibleRules } from './possible-rules.ts';

export interface MatrixQuestion {
  readonly agent: string;
  readonly trust: Trust;
  readonly attended: boolean;
  readonly sessionMode: SessionMode;
  readonly settings: DecisionSettings;
  readonly tool: Tool;
}

/** `grants` are the live ones of the agent. Besides what its type says, `dependsOn` may name `action`. */
export function matrixRow(question: MatrixQuestion, policy: CompiledPolicy, grants: readonly Grant[]): MatrixRow {
  const { agent, trust, tool } = question;
  const row = { agent, trust, tool: tool.name };
  const outOfReach = reachText(question);
  if (outOfReach !== null) return { ...row, effect: 'DENY', possible: ['DENY'], dependsOn: [], reason: outOfReach };

  const draft = draftOf(question, policy.revision);
  const { rules, mayMissAll } = possibleRules(policy, agent, tool);
  addRefusals(draft);
  addRaises(draft);
  const certain = draft.reasons.reduce<Effect>((effect, reason) => strictest(effect, reason.effect), 'ALLOW');
  const cells = {
    fallback: mayMissAll ? fallbackCell(draft).cell : null,
    ceiling: ceilingCell(draft),
    hold: draft.mode?.hold?.cell ?? 'ALLOW',
  };
  const decided = combinations(draft, rules, { ...cells, certain });
  const isGranted = decided.has('ASK') && grants.some((grant) => grant.tool === tool.name);
  const possible = answered(decided, question, isGranted);

  addCeilings(draft);
  addFallback(draft, null);
  const effect = possible.reduce(strictest);
  const reason =
    [...draft.reasons, ...rulesAsReasons(rules)].find((item) => item.effect === effect)?.text ?? unattendedText;
  const named =
    possible.length === 1 ? [] : dependencies(rules, [cells.fallback, cells.ceiling, cells.hold], isGranted);
  return { ...row, effect, possible, dependsOn: named, reason };
}

const unattendedText = 'It would be asked about, and nobody is there to answer.';

function reachText({ trust, tool }: MatrixQuestion): string | null {
  if (!resolvePolicy(trust).allow.includes(tool.policyClass))
    return `A ${trust} may not use tools of class ${tool.policyClass}.`;
  return tool.ownerOnly && trust !== 'operator' ? `What ${tool.name} gives is the owner's private data.` : null;
}

/** A call of which nothing is known but who makes it. */
function draftOf({ agent, trust, attended, sessionMode, settings, tool }: MatrixQuestion, revision: string): Draft {
  const input: DecisionInput = {
    version: decisionInputVersion,
    at: 0,
    caller: { principal: '', agent, trust, surface: 'library', session: '', attended },
    sessionMode,
    tool: decidedTool(tool),
    action: null,
    targets: [],
    // No guard has to look for these.
    facts: descriptionFacts(tool),
    argumentKey: '',
    settings,
    policyRevision: revision,
  };
  return {
    input,
    revision,
    mode: findMode(tool.mode),
    column: columnOf(input),
    values: factValues(input),
    reasons: [],
  };
}

/** Of the plan-only column only its DENY is a ceiling. */
function ceilingCell({ mode, column }: Draft): Cell {
  return mode === undefined || column !== 'plan-only' ? 'ALLOW' : mode.columns['plan-only'];
}

interface Cells {
  /** Null where a rule always holds. */
  readonly fallback: Cell | null;
  readonly ceiling: Cell;
  readonly hold: Cell;
  readonly certain: Effect;
}

function combinations(
  { values }: Draft,
  rules: readonly CompiledRule[],
  { fallback, ceiling, hold, certain }: Cells,
): ReadonlySet<Effect> {
  const bases = new Set<Effect>(rules.map(effectOf));
  if (fallback !== null) for (const effect of possibleEffects(fallback, values)) bases.add(effect);
  const found = new Set<Effect>();
  for (const ofBase of bases) {
    for (const ofCeiling of possibleEffects(ceiling, values)) {
      for (const ofHold of possibleEffects(hold, values)) {
        const base = ofCeiling === 'DENY' ? ofCeiling : ofBase;
        found.add(strictest(strictest(base, ofHold), certain));
      }
    }
  }
  return found;
}

/** What becomes of a question: a grant may answer it, and nobody does where nobody is. */
function answered(
  decided: ReadonlySet<Effect>,
  { attended, settings, tool }: MatrixQuestion,
  isGranted: boolean,
): readonly Effect[] {
  const found = new Set(decided);
  if (isGranted && !tool.alwaysAsk) found.add('ALLOW');
  if (found.has('ASK') && !attended && settings.unattended === 'deny') {
    found.delete('ASK');
    found.add('DENY');
  }
  return effects.filter((effect) => found.has(effect));
}

/** A rule in a zone that is unknown here refuses. */
function effectOf({ rule, window }: CompiledRule): Effect {
  return window?.isKnown === false ? 'DENY' : rule.effect;
}

function rulesAsReasons(rules: readonly CompiledRule[]): readonly { readonly effect: Effect; readonly text: string }[] {
  return rules.map((rule) => ({ effect: effectOf(rule), text: rule.text }));
}

function dependencies(
  rules: readonly CompiledRule[],
  cells: readonly (Cell | null)[],
  isGranted: boolean,
): readonly string[] {
  const facts = cells.flatMap((cell) => (cell === null ? [] : cellFacts(cell)));
  return [
    ...(rules.some(({ glob }) => glob !== null) ? ['target'] : []),
    ...(rules.some(({ window }) => window !== null) ? ['window'] : []),
    ...(rules.some(({ rule }) => rule.action !== null) || facts.includes('action') ? ['action'] : []),
    ...(facts.some((fact) => fact !== 'action' && fact !== 'sandbox_setting') ? ['fact'] : []),
    ...(isGranted ? ['grant'] : []),
  ];
}
