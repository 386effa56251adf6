// Stages 1 to 5 in their order: the part that a call, an explanation, a claim and an edit share, line by line.
import { isCapabilityError, type Call } from '../../contract/index.ts';
import { admit } from './stages/admit.ts';
import { decide, type Decided } from './stages/decide.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { inspect } from './stages/inspect.ts';
import { resolve } from './stages/resolve.ts';
import { refuse, type Refusal, type Step } from './frame/step.ts';
import { validate } from './stages/validate.ts';

/** A refusal before a decision still names the tool it was about, where one was found. */
export interface JudgeRefusal {
  readonly tool: string;
  readonly refusal: Refusal;
}

export type Judged = { readonly ok: true; readonly next: Decided } | ({ readonly ok: false } & JudgeRefusal);

export async function judge(call: Call, deps: GateDeps, explaining: boolean): Promise<Judged> {
  let stage: Refusal['by'] = 'resolve';
  let tool = call.tool;
  const stop = (refusal: Refusal): Judged => ({ ok: false, tool, refusal });
  try {
    const resolved = resolve(call, deps);
    if (!resolved.ok) return stop(resolved.refusal);
    tool = resolved.next.tool.name;
    stage = 'admit';
    const admitted = admit(resolved.next);
    if (!admitted.ok) return stop(admitted.refusal);
    stage = 'validate';
    const validated = await validate(admitted.next, deps);
    if (!validated.ok) return stop(validated.refusal);
    stage = 'inspect';
    const inspected = await inspect(validated.next, deps, explaining);
    if (!inspected.ok) return stop(inspected.refusal);
    stage = 'decide';
    const decided = await decide(inspected.next, deps);
    // Only an explanation may leave something unlooked at.
    if (!explaining && decided.decision.unlooked.length > 0) return stop(unlooked(decided.decision.unlooked).refusal);
    return { ok: true, next: decided };
  } catch (cause) {
    return stop(thrown(stage, cause, deps).refusal);
  }
}

function unlooked(facts: readonly string[]): Step<never> & { readonly ok: false } {
  return refuse('inspect', 'guard_failed', {
    reason: `What this call depends on was not looked up: ${facts.join(', ')}.`,
    hint: 'Nothing was run. This is a fault of a guard; `gatehouse doctor` may show more.',
  });
}

/** A throw before an execution is a refusal: the gate fails closed. */
export function thrown(by: Refusal['by'], cause: unknown, deps: GateDeps): Step<never> & { readonly ok: false } {
  const text = deps.redact(cause instanceof Error ? cause.message : String(cause));
  return refuse(by, codeOf(cause), {
    reason: `The gate could not finish its check (${by}): ${text}`,
    hint: 'Nothing was run. Try again; if it stays, `gatehouse doctor` shows what is wrong.',
  });
}

function codeOf(cause: unknown): Refusal['code'] {
  return isCapabilityError(cause) ? cause.code : 'internal';
}
