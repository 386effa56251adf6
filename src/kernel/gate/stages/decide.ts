// Stage 5: puts together what a decision depends on and asks the one deciding function. Nothing is judged here.
import {
  decisionInputVersion,
  type Caller,
  type Decision,
  type DecisionInput,
  type Fact,
} from '../../../contract/index.ts';
import { canonicalJson } from '../../../text/index.ts';
import { decide as decidePolicy } from '../../policy/decide.ts';
import { decidedTool } from '../../policy/decided-tool.ts';
import { redactedText } from '../frame/fault.ts';
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
  const decided = await decideAsRead(inspected, deps, reading);
  // Where no guard looked and nothing is aimed at, reasons hold words of ours alone.
  const { facts, targets } = decided.input;
  if (facts.length === 0 && targets.length === 0) return decided;
  return { ...decided, decision: withoutSecrets(decided.decision, deps) };
}

/** Guards tell what they read, such as the address of a remote with a password in it, and reasons are told to whoever called. */
function withoutSecrets(decision: Decision, { redact }: GateDeps): Decision {
  const reasons = decision.reasons.map((reason) => ({
    ...reason,
    target: reason.target === null ? null : redactedText(reason.target, redact),
    text: redactedText(reason.text, redact),
  }));
  return { ...decision, reasons };
}

async function decideAsRead(inspected: Inspected, deps: GateDeps, reading: 'known' | 'current'): Promise<Decided> {
  const known = reading === 'known' ? deps.policy.known() : null;
  const quick = known === null ? null : await decideUnder(known, inspected, deps);
  if (quick !== null && quick.decision.effect === 'ALLOW') return quick;
  const current = await deps.policy.current();
  return withGrants(quick !== null && current === known ? quick : await decideUnder(current, inspected, deps), deps);
}

async function decideUnder(policy: PolicyView, inspected: Inspected, deps: GateDeps): Promise<Decided> {
  const input = decisionInput({ ...inspected, facts: await factsUnder(policy, inspected, deps) }, policy, deps);
  return { ...inspected, input, decision: decidePolicy(input, policy.compiled, []), policy };
}

/** With what follows from what the session has taken in, by the marks that this revision knows. */
async function factsUnder(policy: PolicyView, inspected: Inspected, deps: GateDeps): Promise<readonly Fact[]> {
  const { call, tool, facts } = inspected;
  const flow = await deps.flow.facts({
    ...inspected,
    session: call.caller.session,
    userWords: call.userWords,
    mode: deps.findMode(tool.mode),
    settings: policy.settings,
    revision: policy.revision,
  });
  return flow.length === 0 ? facts : [...facts, ...flow];
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
    sessionMode: policy.modeOf(call.caller),
    tool: decidedTool(tool),
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
