// Stage 5: puts together what a decision depends on and asks the one deciding function. Nothing is judged here.
import {
  decisionInputVersion,
  type Caller,
  type Decision,
  type DecisionInput,
  type Tool,
} from '../../../contract/index.ts';
import { canonicalJson } from '../../../text/index.ts';
import { decide as decidePolicy } from '../../policy/decide.ts';
import type { GateDeps, PolicyView } from '../frame/gate-deps.ts';
import type { Inspected } from './inspect.ts';

export interface Decided extends Inspected {
  readonly input: DecisionInput;
  readonly decision: Decision;
  readonly policy: PolicyView;
}

/**
 * Under what holds now. With `known` an ALLOW may rest on what was read last: where the policy has moved since, the store refuses the
 * start. Whatever else comes of it is not checked there, so it is decided under what holds.
 */
export async function decide(inspected: Inspected, deps: GateDeps, reading: 'known' | 'current'): Promise<Decided> {
  const known = reading === 'known' ? deps.policy.known() : null;
  const quick = known === null ? null : decideUnder(known, inspected, deps);
  if (quick !== null && quick.decision.effect === 'ALLOW') return quick;
  const current = await deps.policy.current();
  return withGrants(quick !== null && current === known ? quick : decideUnder(current, inspected, deps), deps);
}

function decideUnder(policy: PolicyView, inspected: Inspected, deps: GateDeps): Decided {
  const input = decisionInput(inspected, policy, deps);
  return { ...inspected, input, decision: decidePolicy(input, policy.compiled, []), policy };
}

async function withGrants(decided: Decided, deps: GateDeps): Promise<Decided> {
  const { call, tool, input, decision, policy } = decided;
  // Grants matter only where something asks: the common call never reads them. Where nobody is there the question shows as its refusal.
  if (decision.effect === 'ASK' || decision.reasons[0]?.source === 'unattended') {
    const grants = await deps.grants(call.caller, tool);
    if (grants.length > 0) return { ...decided, decision: decidePolicy(input, policy.compiled, grants) };
  }
  return decided;
}

function decisionInput(inspected: Inspected, policy: PolicyView, deps: GateDeps): DecisionInput {
  const { tool, call } = inspected;
  return {
    version: decisionInputVersion,
    at: deps.clock.now(),
    caller: callerPart(call.caller),
    sessionMode: policy.modeOf(call.caller.session),
    tool: toolPart(tool),
    action: inspected.action,
    targets: inspected.targets,
    facts: inspected.facts,
    argumentKey: deps.argumentKey(
      `${tool.name}\n${tool.origin.fingerprint}\n${JSON.stringify(call.caller.workspace)}\n${canonicalJson(inspected.args)}`,
    ),
    settings: policy.settings,
    policyRevision: policy.compiled.revision,
  };
}

function callerPart(caller: Caller): DecisionInput['caller'] {
  const { principal, agent, trust, surface, session, attended } = caller;
  return { principal, agent, trust, surface, session, attended };
}

const toolParts = new WeakMap<Tool, DecisionInput['tool']>();

/** The same frozen part for each call of a tool. */
function toolPart(tool: Tool): DecisionInput['tool'] {
  let part = toolParts.get(tool);
  if (part === undefined) {
    const { name, mode, policyClass, risk, defaultEffect, locked, alwaysAsk, tags, effects } = tool;
    part = Object.freeze({
      name,
      fingerprint: tool.origin.fingerprint,
      mode,
      policyClass,
      risk,
      defaultEffect,
      locked,
      alwaysAsk,
      tags,
      effects,
    });
    toolParts.set(tool, part);
  }
  return part;
}
