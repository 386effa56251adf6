// One rule made ready for matching: its weight, its hours, its target and the words that name it.
import { CapabilityError, type Effect, type Rule } from '../../../contract/index.ts';
import { compileTargetGlob, isAnyTarget, type TargetGlob } from '../../../text/index.ts';
import { ruleText } from './rule-text.ts';
import { windowMinutes, type WindowMinutes } from './window.ts';
import type { ZoneClocks } from './zone-clocks.ts';

export interface CompiledRule {
  readonly rule: Rule;
  /** Agent 8, tool 4, target 2, action 1, window 1, of those that the rule names. */
  readonly specificity: number;
  /** Specificity first, then strictness: the higher wins. */
  readonly rank: number;
  /** Its place in the list: of two that are fully tied the first is named. */
  readonly order: number;
  /** Null for a target of any kind, and for no target. */
  readonly glob: TargetGlob | null;
  readonly window: CompiledWindow | null;
  /** What a reason says of it. */
  readonly text: string;
}

interface CompiledWindow {
  readonly minutes: WindowMinutes;
  readonly zone: string;
  /** False where this machine does not know the zone: whether the hours are on cannot be told then. */
  readonly isKnown: boolean;
}

export const weights = { agent: 8, tool: 4, target: 2, action: 1, window: 1 } as const;

/** Hours that cannot be told count as stricter than any effect. */
const strictness: Readonly<Record<Effect | 'unknown', number>> = { ALLOW: 0, ASK: 1, DENY: 2, unknown: 3 };
const ranksPerPoint = 4;

/** The rank that nothing of this specificity exceeds. */
export function highestRank(specificity: number): number {
  return specificity * ranksPerPoint + strictness.unknown;
}

/** Throws `invalid_rule` where target or hours cannot be read: `readRule` lets no such rule through. */
export function compileRule(rule: Rule, order: number, clocks: ZoneClocks): CompiledRule {
  const window = compileWindow(rule, clocks);
  const glob = compileGlob(rule);
  const specificity = specificityOf(rule, glob !== null);
  const effect = window?.isKnown === false ? 'unknown' : rule.effect;
  return {
    rule,
    specificity,
    rank: specificity * ranksPerPoint + strictness[effect],
    order,
    glob,
    window,
    text: ruleText(rule),
  };
}

/** Whether `left` decides before `right`. */
export function outranks(left: CompiledRule, right: CompiledRule): boolean {
  return left.rank > right.rank || (left.rank === right.rank && left.order < right.order);
}

function specificityOf({ agent, tool, action, window }: Rule, hasTarget: boolean): number {
  return (
    (agent === null ? 0 : weights.agent) +
    (tool === null ? 0 : weights.tool) +
    (hasTarget ? weights.target : 0) +
    (action === null ? 0 : weights.action) +
    (window === null ? 0 : weights.window)
  );
}

function compileGlob(rule: Rule): TargetGlob | null {
  if (rule.target === null || isAnyTarget(rule.target)) return null;
  const parse = compileTargetGlob(rule.target);
  if (parse.ok) return parse.glob;
  throw new CapabilityError('invalid_rule', `Rule ${rule.id}: ${parse.message}`, { details: { rule: rule.id } });
}

function compileWindow(rule: Rule, clocks: ZoneClocks): CompiledWindow | null {
  if (rule.window === null) return null;
  const minutes = windowMinutes(rule.window);
  if (minutes !== null) return { minutes, zone: rule.window.zone, isKnown: clocks.knows(rule.window.zone) };
  const { from, to } = rule.window;
  throw new CapabilityError('invalid_rule', `Rule ${rule.id}: its hours from ${from} to ${to} cannot be read.`, {
    details: { rule: rule.id },
  });
}
