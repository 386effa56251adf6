// Stage 2, yes or no: contexts that run nothing, and what the trust and the lists of the caller allow.
import { isPermitted } from '../../registry/filter.ts';
import { wayProblem } from '../../trust/way-here.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import type { Resolved } from './resolve.ts';
import { go, refuse, type Step } from '../frame/step.ts';

export function admit(
  resolved: Resolved,
  { registry, instance }: Pick<GateDeps, 'registry' | 'instance'>,
): Step<Resolved> {
  const { caller } = resolved.call;
  if (caller.forbidden !== null) {
    return refuse('admit', 'forbidden_context', {
      reason: `This is a ${caller.forbidden}: nothing runs in it.`,
      hint: 'Make the call outside of it.',
    });
  }
  // Resolving hid such a tool already; a claim comes back here with the trust of today, which may be lower than that of the request.
  if (!isPermitted(resolved.tool, caller, registry.snapshot().scopes)) {
    return refuse('admit', 'not_permitted', {
      reason: `${resolved.tool.name} is of class ${resolved.tool.policyClass}, which a ${caller.trust} caller with these lists may not use.`,
      hint: 'Only the operator can widen what this caller may use.',
    });
  }
  const problem = wayProblem(caller, instance);
  if (problem !== null) return refuse('admit', 'server_loop', problem);
  return go(resolved);
}
