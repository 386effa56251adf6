// The events of a call: what stands in clear for ever, and what is committed and may be erased.
import type { Call, Decision, DecisionInput, JsonObject, JsonValue, NewEvent, Reason, Target, Tool } from '../../contract/index.ts';
import { sha256Hex } from '../../text/index.ts';

/** A call that was decided, as far as it is recorded. */
export interface DecidedCall {
  readonly call: Call;
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly coercions: readonly JsonObject[];
  readonly input: DecisionInput;
  readonly decision: Decision;
  readonly targets: readonly Target[];
}

/** The same, tied to the hash of the request. */
export interface BoundCall extends DecidedCall {
  readonly requestHash: string;
}

/** A refusal before there was a decision. */
export interface RefusedCall {
  readonly tool: string;
  readonly refusal: { readonly by: string; readonly code: string; readonly reason: string };
}

type Redact = (text: string) => string;

/** `policy_decision`: one for every call that was decided, naming the rule and its specificity. */
export function decisionEvent(callId: string, decided: DecidedCall, requestHash: string | null): NewEvent {
  const { decision, call, tool, input } = decided;
  return {
    kind: 'policy_decision',
    envelope: {
      ...callEnvelope(callId, call, tool.name),
      effect: decision.effect,
      ...deciding(decision),
      revision: input.policyRevision,
      request: requestHash,
      grant: decision.grant,
    },
    values: { input, decision, arguments: decided.args, coercions: [...decided.coercions] },
  };
}

/** The same for a call that was refused before there was a decision. */
export function refusalEvents(callId: string, call: Call, refused: RefusedCall, count: number): NewEvent[] {
  const { refusal, tool } = refused;
  const envelope = { ...callEnvelope(callId, call, clip(tool)), effect: 'DENY', source: refusal.by, rule: refusal.code, specificity: null };
  return [
    { kind: 'policy_decision', envelope, values: { reason: refusal.reason } },
    { kind: 'tool_denied', envelope: { ...callEnvelope(callId, call, clip(tool)), by: refusal.by, code: refusal.code, count }, values: {} },
  ];
}

export function deniedEvent(callId: string, decided: DecidedCall, denied: { readonly code: string; readonly by: string; readonly count: number }): NewEvent {
  return {
    kind: 'tool_denied',
    envelope: { ...callEnvelope(callId, decided.call, decided.tool.name), ...denied },
    values: {},
  };
}

/** P11: the request itself and the alert that somebody is waited for. */
export function askedEvents(callId: string, bound: BoundCall, approvalId: string): NewEvent[] {
  const envelope = { ...callEnvelope(callId, bound.call, bound.tool.name), approval: approvalId, risk: bound.tool.risk, request: bound.requestHash };
  return [
    { kind: 'tool_requested', envelope, values: { targets: bound.targets } },
    { kind: 'alert_raised', envelope: { about: 'approval', approval: approvalId, tool: bound.tool.name, agent: bound.call.caller.agent }, values: {} },
  ];
}

export interface ExecutionFacts {
  readonly status: 'completed' | 'failed' | 'aborted';
  readonly code: string | null;
  readonly durationMs: number;
  readonly approval: string | null;
  readonly text: string;
}

/** `tool_executed` or `tool_failed`, with the digest of what came back. */
export function executedEvent(callId: string, bound: BoundCall, facts: ExecutionFacts): NewEvent {
  return {
    kind: facts.status === 'completed' ? 'tool_executed' : 'tool_failed',
    envelope: {
      ...callEnvelope(callId, bound.call, bound.tool.name),
      status: facts.status,
      code: facts.code,
      durationMs: facts.durationMs,
      approval: facts.approval,
      request: bound.requestHash,
    },
    values: { resultDigest: sha256Hex(facts.text), resultChars: facts.text.length },
  };
}

export function callEnvelope(callId: string, call: Call, tool: string): JsonObject {
  const { agent, principal, session, surface, trust } = call.caller;
  return { call: callId, tool, agent, principal, session, surface, trust };
}

function deciding(decision: Decision): JsonObject {
  const first: Reason | undefined = decision.reasons[0];
  return { source: first?.source ?? null, rule: first?.id ?? null, specificity: first?.specificity ?? null };
}

/** Applies the redactor to every text of an event's values. Envelopes hold ids and names of ours alone. */
export function redactEvent(event: NewEvent, redact: Redact): NewEvent {
  return { ...event, values: redactValue(event.values, redact) as JsonObject };
}

function redactValue(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, redactValue(child, redact)]));
}

function clip(name: string): string {
  return name.slice(0, 80);
}
