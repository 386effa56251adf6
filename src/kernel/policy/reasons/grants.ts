// Grants: whether what a person answered before covers what is asked now.
import type { DecisionInput, Grant, Reason, Target } from '../../../contract/index.ts';

/** The questions of a decision as a grant records them: `source:id`, each once. */
export function askedReasons(reasons: readonly Reason[]): readonly string[] {
  const asked = reasons.filter((reason) => reason.effect === 'ASK' && reason.source !== 'unattended');
  return [...new Set(asked.map((reason) => `${reason.source}:${reason.id}`))];
}

/** Literal targets as a grant records them, `kind action value`, sorted; null for a call without targets, which its argument key names. */
export function grantTargets(targets: readonly Target[]): readonly string[] | null {
  return targets.length === 0
    ? null
    : targets.map(({ kind, action, value }) => `${kind} ${action} ${value}`).toSorted();
}

/** The first live grant that answers every question. */
export function coveringGrant(input: DecisionInput, grants: readonly Grant[], asked: readonly string[]): Grant | null {
  for (const grant of grants) {
    // A revoked grant is dead at once, also for an input of an earlier moment.
    if (grant.revokedAt !== null || grant.expiresAt <= input.at) continue;
    if (isSame(input, grant) && asked.every((reason) => grant.reasons.includes(reason)) && coversTargets(input, grant))
      return grant;
  }
  return null;
}

/** A grant ends with the session mode in which it was given. */
function isSame({ tool, caller, sessionMode }: DecisionInput, grant: Grant): boolean {
  return (
    grant.tool === tool.name &&
    grant.fingerprint === tool.fingerprint &&
    grant.principal === caller.principal &&
    grant.agent === caller.agent &&
    grant.session === caller.session &&
    grant.mode === sessionMode
  );
}

/** A grant that records neither targets nor an argument key covers nothing. */
function coversTargets(input: DecisionInput, grant: Grant): boolean {
  const targets = grantTargets(input.targets);
  if (targets === null) return grant.targets === null && grant.argumentKey === input.argumentKey;
  return (
    grant.targets !== null &&
    (grant.argumentKey === null || grant.argumentKey === input.argumentKey) &&
    grant.targets.length === targets.length &&
    targets.every((target, at) => target === grant.targets?.[at])
  );
}
