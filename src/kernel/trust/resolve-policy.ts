// What a trust may do at all, and how an explicit policy narrows it. Nothing here widens.
import {
  policyClasses,
  type EffectivePolicy,
  type PolicyClass,
  type PolicySpec,
  type Trust,
} from '../../contract/index.ts';

/** Frozen: the lists are handed out. */
const byTrust: Readonly<Record<Trust, readonly PolicyClass[]>> = {
  operator: Object.freeze<PolicyClass[]>([...policyClasses]),
  guest: Object.freeze<PolicyClass[]>(['read_only']),
};

/**
 * The classes that remain for a caller: those of its trust, of these the ones that the policy allows, of these the ones it does not deny.
 * A missing or empty trust is a guest's; no policy narrows nothing; an empty list allows nothing.
 */
export function resolvePolicy(trust: Trust | '' | null | undefined, policy?: PolicySpec | null): EffectivePolicy {
  const trusted = trust === 'operator' ? byTrust.operator : byTrust.guest;
  if (policy === undefined || policy === null) return { allow: trusted, deny: [] };
  const { allow, deny } = isList(policy) ? { allow: policy, deny: [] } : policy;
  return {
    allow: trusted.filter((item) => allow.includes(item) && !deny.includes(item)),
    deny: policyClasses.filter((item) => deny.includes(item)),
  };
}

function isList(policy: PolicySpec): policy is readonly PolicyClass[] {
  return Array.isArray(policy);
}
