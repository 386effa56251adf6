// The one deciding function. Everything it reads is in its arguments, so a recorded input gives the same answer on any day and machine.
import {
  strictest,
  type Decision,
  type DecisionInput,
  type Effect,
  type Grant,
  type Reason,
} from '../../contract/index.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import { findMode } from './modes/tool-modes.ts';
import { addBase } from './reasons/base-reasons.ts';
import { addCeilings, addRefusals, holdAsksEachTime } from './reasons/ceiling-reasons.ts';
import { columnOf, factValues, type Draft } from './reasons/draft.ts';
import { addFacts, asksEachTime, unlookedFacts } from './reasons/fact-reasons.ts';
import { askedReasons, coveringGrant } from './reasons/grants.ts';
import { addRaises } from './reasons/raise-reasons.ts';

/**
 * The strictest of all that applies to one call, with every contribution as a reason, the deciding ones first. Only a question can be
 * answered by a grant, and where nobody is there a question that stays is refused, or parked as `settings.unattended` says.
 */
export function decide(input: DecisionInput, policy: CompiledPolicy, grants: readonly Grant[]): Decision {
  const draft: Draft = {
    input,
    revision: policy.revision,
    mode: findMode(input.tool.mode),
    column: columnOf(input),
    values: factValues(input),
    reasons: [],
  };
  addRefusals(draft);
  addFacts(draft);
  addCeilings(draft);
  addBase(draft, policy);
  addRaises(draft);
  const effect = strictestOf(draft.reasons);
  const unlooked = input.facts.length === 0 ? none : unlookedFacts(input.facts);
  if (effect === 'ASK') return settle(draft, grants, unlooked);
  return { effect, reasons: decidingFirst(draft.reasons, effect), grant: null, onceOnly: false, unlooked };
}

const none: readonly never[] = Object.freeze([]);

/** A question: answered by a grant, left to nobody, or asked. */
function settle(draft: Draft, grants: readonly Grant[], unlooked: readonly string[]): Decision {
  const { input, revision } = draft;
  const reasons = decidingFirst(draft.reasons, 'ASK');
  const onceOnly = input.tool.alwaysAsk || holdAsksEachTime(draft) || input.facts.some(asksEachTime);
  const grant = onceOnly || grants.length === 0 ? null : coveringGrant(input, grants, askedReasons(reasons));
  if (grant !== null) {
    const first: Reason = {
      source: 'grant',
      id: grant.id,
      revision,
      effect: 'ALLOW',
      specificity: null,
      target: null,
      text: grantText(grant),
    };
    return { effect: 'ALLOW', reasons: [first, ...reasons], grant: grant.id, onceOnly: false, unlooked };
  }
  if (input.caller.attended) return { effect: 'ASK', reasons, grant: null, onceOnly, unlooked };
  const { unattended } = input.settings;
  const first = {
    source: 'unattended',
    id: unattended,
    revision,
    specificity: null,
    target: null,
    text: unattendedTexts[unattended],
  } as const;
  if (unattended === 'queue')
    return { effect: 'ASK', reasons: [{ ...first, effect: 'ASK' }, ...reasons], grant: null, onceOnly, unlooked };
  return {
    effect: 'DENY',
    reasons: [{ ...first, effect: 'DENY' }, ...reasons],
    grant: null,
    onceOnly: false,
    unlooked,
  };
}

const unattendedTexts: Readonly<Record<DecisionInput['settings']['unattended'], string>> = {
  deny:
    'This would be asked about, and the caller runs unattended: nobody can answer, so it is refused. A rule that allows it, an attended ' +
    'session, or the setting unattended: queue, which parks such calls, would change that.',
  queue:
    'This is asked about and the caller runs unattended: by the setting unattended: queue the request waits until somebody answers.',
};

function grantText({ id, approvalId, expiresAt }: Grant): string {
  return `The answer to request ${approvalId} covers this call too: grant ${id}, until ${new Date(expiresAt).toISOString()}.`;
}

/** A call that nothing speaks of is refused: there is no such call, since each has a mode, but nothing here relies on that. */
function strictestOf(reasons: readonly Reason[]): Effect {
  const [first, ...rest] = reasons;
  return first === undefined ? 'DENY' : rest.reduce((effect, reason) => strictest(effect, reason.effect), first.effect);
}

/** In the order in which they were found otherwise: floors, ceilings, the base, raises. */
function decidingFirst(reasons: readonly Reason[], effect: Effect): readonly Reason[] {
  const deciding = reasons.filter((reason) => reason.effect === effect);
  return deciding.length === reasons.length
    ? reasons
    : [...deciding, ...reasons.filter((reason) => reason.effect !== effect)];
}
