// Stage 5: puts together what a decision depends on and asks the one deciding function. Nothing is judged here.
import { decisionInputVersion, type Caller, type Decision, type DecisionInput, type Tool } from '../../../contract/index.ts';
import { canonicalJson } from '../../../text/index.ts';
import { decide as decidePolicy } from '../../policy/decide.ts';
import type { GateDeps, PolicyView } from '../frame/gate-deps.ts';
import type { Inspected } from './inspect.ts';

export interface Decided extends Inspected {
  readonly input: DecisionInput;
  readonly decision: Decision;
  readonly policy: PolicyView;
}

export async function decide(inspected: Inspected, deps: GateDeps): Promise<Decided> {
  const policy = await deps.policy();
  const input = decisionInput(inspected, policy, deps);
  let decision = decidePolicy(input, policy.compiled, []);
  // Grants matter only where something asks: the common call never reads them. Where nobody is there the question shows as its refusal.
  if (decision.effect === 'ASK' || decision.reasons[0]?.source === 'unattended') {
    const grants = await deps.grants(inspected.call.caller, inspected.tool);
    if (grants.length > 0) decision = decidePolicy(input, policy.compiled, grants);
  }
  return { ...inspected, input, decision, policy };
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
    argumentKey: deps.argumentKey(`${tool.name}\n${tool.origin.fingerprint}\n${canonicalJson(inspected.args)}`),
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
    part = Object.freeze({ name, fingerprint: tool.origin.fingerprint, mode, policyClass, risk, defaultEffect, locked, alwaysAsk, tags, effects });
    toolParts.set(tool, part);
  }
  return part;
}
