// Stages 1 to 6 in their order: the part that a call, an explanation, a claim and an edit share, line by line.
import { admit } from './stages/admit.ts';
import { bind, type Bound } from './stages/bind.ts';
import { decide } from './stages/decide.ts';
import { faultCode, faultText, redactedText } from './frame/fault.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { inspect } from './stages/inspect.ts';
import type { ReadCall } from './frame/read-call.ts';
import { resolve } from './stages/resolve.ts';
import { refuse, type Refusal } from './frame/step.ts';
import { unwrap } from './stages/unwrap.ts';
import { validate } from './stages/validate.ts';

/** A refusal before a decision still names the tool it was about, where one was found. */
export interface JudgeRefusal {
  readonly tool: string;
  readonly refusal: Refusal;
}

export type Judged = { readonly ok: true; readonly next: Bound } | ({ readonly ok: false } & JudgeRefusal);

export interface JudgeParts {
  readonly deps: GateDeps;
  /** Guards look nothing up and start nothing. */
  readonly explaining: boolean;
  /** `known` only where a start of an execution follows, which the store refuses when the policy has moved. */
  readonly policy: 'known' | 'current';
  /** Of the request that is claimed: with it equal bytes give its hash. Else a new one. */
  readonly salt?: string;
}

/** Never throws: a throw in any stage is a refusal of that stage. */
export async function judge(call: ReadCall, { deps, explaining, policy, salt }: JudgeParts): Promise<Judged> {
  let stage: Refusal['by'] = 'resolve';
  let tool = call.tool;
  const stop = (refusal: Refusal): Judged => ({ ok: false, tool, refusal: withoutSecrets(refusal, deps) });
  try {
    const meant = unwrap(call, deps);
    if (!meant.ok) return stop(meant.refusal);
    tool = meant.next.tool;
    const resolved = resolve(meant.next, deps);
    if (!resolved.ok) return stop(resolved.refusal);
    tool = resolved.next.tool.name;
    stage = 'admit';
    const admitted = admit(resolved.next, deps);
    if (!admitted.ok) return stop(admitted.refusal);
    stage = 'validate';
    const validated = await validate(admitted.next, deps);
    if (!validated.ok) return stop(validated.refusal);
    stage = 'inspect';
    const inspected = await inspect(validated.next, deps, explaining);
    if (!inspected.ok) return stop(inspected.refusal);
    stage = 'decide';
    const decided = await decide(inspected.next, deps, policy);
    // Only an explanation may leave something unlooked at.
    if (!explaining && decided.decision.unlooked.length > 0) return stop(unlooked(decided.decision.unlooked));
    stage = 'bind';
    return { ok: true, next: bind(decided, salt) };
  } catch (cause) {
    return stop(thrown(stage, cause, deps));
  }
}

function withoutSecrets(refusal: Refusal, { redact }: GateDeps): Refusal {
  return { ...refusal, reason: redactedText(refusal.reason, redact) };
}

function unlooked(facts: readonly string[]): Refusal {
  return refuse('inspect', 'guard_failed', {
    reason: `What this call depends on was not looked up: ${facts.join(', ')}.`,
    hint: 'Nothing was run. This is a fault of a guard; `gatehouse doctor` may show more.',
  }).refusal;
}

/** A throw before an execution is a refusal: the gate fails closed. */
export function thrown(by: Refusal['by'], cause: unknown, { redact }: Pick<GateDeps, 'redact'>): Refusal {
  return refuse(by, faultCode(cause) ?? 'internal', {
    reason: `The gate could not finish its check (${by}): ${redactedText(faultText(cause), redact)}`,
    hint: 'Nothing was run. Try again; if it stays, `gatehouse doctor` shows what is wrong.',
  }).refusal;
}
