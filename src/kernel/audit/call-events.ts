// The events of a call: what stands in clear for ever, and what is committed and may be erased.
import type {
  ApprovalRecord,
  ApprovalStatus,
  Call,
  Decision,
  DecisionInput,
  JsonObject,
  JsonValue,
  NewEvent,
  Reason,
  ResultLabel,
  Target,
  Tool,
} from '../../contract/index.ts';
import { sha256Hex } from '../../text/index.ts';
import { redactJson, redactTexts, type Redact } from './redact-json.ts';

/** Who asked. */
export type AskedBy = Pick<Call, 'caller'>;

/** A call that was decided, as far as it is recorded. */
export interface DecidedCall {
  readonly call: AskedBy;
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
  /** The number of this denial in its session. */
  readonly count: number;
}

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

/** The same for a call that was refused before there was a decision. The tool's name may be whatever the caller wrote. */
export function refusalEvents(callId: string, call: AskedBy, refused: RefusedCall): NewEvent[] {
  const { refusal, tool, count } = refused;
  const head = callEnvelope(callId, call, tool);
  const envelope = { ...head, effect: 'DENY', source: refusal.by, rule: refusal.code, specificity: null };
  return [
    { kind: 'policy_decision', envelope, values: { reason: refusal.reason } },
    { kind: 'tool_denied', envelope: { ...head, by: refusal.by, code: refusal.code, count }, values: {} },
  ];
}

export interface Denied {
  readonly code: string;
  readonly by: string;
  /** The number of this denial in its session. */
  readonly count: number;
  /** The request that was answered so, where one was. */
  readonly approval: string | null;
}

/** P12. */
export function deniedEvent(callId: string, decided: DecidedCall, denied: Denied): NewEvent {
  return {
    kind: 'tool_denied',
    envelope: { ...callEnvelope(callId, decided.call, decided.tool.name), ...denied },
    values: {},
  };
}

export interface RequestOfCall {
  readonly approval: string;
  /** `joined`: an earlier equal call opened it. `collected`: it ran, and this call takes its outcome. Absent for the call that opens it. */
  readonly joined?: true;
  readonly collected?: true;
}

/** P11: which request the call waits for. */
export function requestedEvent(callId: string, bound: BoundCall, request: RequestOfCall): NewEvent {
  const envelope = {
    ...callEnvelope(callId, bound.call, bound.tool.name),
    ...request,
    risk: bound.tool.risk,
    request: bound.requestHash,
  };
  return { kind: 'tool_requested', envelope, values: { targets: bound.targets } };
}

/** P11: that somebody is waited for. */
export function alertEvent(bound: BoundCall, approvalId: string): NewEvent {
  const envelope = { about: 'approval', approval: approvalId, tool: bound.tool.name, agent: bound.call.caller.agent };
  return { kind: 'alert_raised', envelope, values: {} };
}

/** A request that ended without an execution. */
export function closedEvent(
  record: Pick<ApprovalRecord, 'id' | 'tool' | 'requestHash'>,
  status: ApprovalStatus,
  why: string,
): NewEvent {
  const envelope = { approval: record.id, tool: record.tool, status, request: record.requestHash };
  return { kind: 'approval_closed', envelope, values: { why } };
}

export interface ExecutionFacts {
  readonly status: 'completed' | 'failed' | 'aborted';
  readonly code: string | null;
  readonly durationMs: number;
  readonly approval: string | null;
  readonly text: string;
  /** Of what came back; null where nothing ran. */
  readonly label: ResultLabel | null;
  /** What was started, where the tool says so. */
  readonly ran: JsonObject | null;
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
      result: facts.label === null ? null : { ...facts.label },
    },
    values: {
      resultDigest: sha256Hex(facts.text),
      resultChars: facts.text.length,
      ...(facts.ran === null ? {} : { ran: facts.ran }),
    },
  };
}

export function callEnvelope(callId: string, call: AskedBy, tool: string): JsonObject {
  const { agent, principal, session, surface, trust } = call.caller;
  return { call: callId, tool, agent, principal, session, surface, trust };
}

function deciding(decision: Decision): JsonObject {
  const first: Reason | undefined = decision.reasons[0];
  return { source: first?.source ?? null, rule: first?.id ?? null, specificity: first?.specificity ?? null };
}

/** The same event without the secrets in its values. Envelopes hold ids and names of ours alone. */
export function redactEvent(event: NewEvent, redact: Redact): NewEvent {
  const values: Record<string, JsonValue> = {};
  for (const [field, value] of Object.entries(event.values)) {
    values[field] = field === 'arguments' ? redactJson(value, redact) : redactTexts(value, redact);
  }
  return { ...event, values };
}
