// Makes the durable record of a request, and the view of it that people and clients get.
import type { ApprovalRecord, ApprovalView, Call, Decision, DecisionInput, JsonObject, JsonValue, Reason, Target, Tool } from '../../contract/index.ts';
import { escapeVisible, newId } from '../../text/index.ts';

/** A bound call that asks. */
export interface AskingCall {
  readonly call: Call;
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly targets: readonly Target[];
  readonly input: DecisionInput;
  readonly decision: Decision;
  readonly salt: string;
  readonly requestHash: string;
}

export interface RequestPlace {
  readonly runtimeId: string;
  readonly now: number;
  readonly expiresAt: number;
}

/** A new request, pending. */
export function newRequest(bound: AskingCall, place: RequestPlace): ApprovalRecord {
  return {
    version: 1,
    id: newId('apr'),
    status: 'pending',
    caller: bound.call.caller,
    tool: bound.tool.name,
    fingerprint: bound.tool.origin.fingerprint,
    arguments: bound.args,
    argumentKey: bound.input.argumentKey,
    targets: bound.targets,
    risk: bound.tool.risk,
    decision: bound.decision,
    salt: bound.salt,
    requestHash: bound.requestHash,
    policyRevision: bound.input.policyRevision,
    sessionMode: bound.input.sessionMode,
    runtimeId: place.runtimeId,
    workspace: bound.call.caller.workspace,
    createdAt: place.now,
    expiresAt: place.expiresAt,
    decidedAt: null,
    decidedBy: null,
    answer: null,
    note: null,
    supersedes: null,
    supersededBy: null,
    outcome: null,
    deliveredAt: null,
  };
}

/** Everything whole, and every character visible: what hides in a text must not hide here. */
export function approvalView(record: ApprovalRecord, title: string): ApprovalView {
  const asking = record.decision.reasons.filter((reason) => reason.effect === 'ASK');
  return {
    id: record.id,
    status: record.status,
    tool: record.tool,
    title: escapeVisible(title),
    targets: record.targets.map(({ kind, action, value }) => ({ kind, action, value: escapeVisible(value) })),
    arguments: visibleValue(record.arguments),
    reason: escapeVisible(asking[0]?.text ?? 'It asks.'),
    evidence: record.decision.reasons.map(visibleReason),
    risk: record.risk,
    rule: asking.find((reason) => reason.source === 'rule')?.id ?? null,
    requestHash: record.requestHash,
    agent: record.caller.agent,
    principal: record.caller.principal,
    surface: record.caller.surface,
    session: record.caller.session,
    workspace: escapeVisible(record.workspace),
    createdAt: new Date(record.createdAt).toISOString(),
    expiresAt: new Date(record.expiresAt).toISOString(),
    note: record.note === null ? null : escapeVisible(record.note),
    decidedBy: record.decidedBy,
    supersedes: record.supersedes,
    supersededBy: record.supersededBy,
    onceOnly: record.decision.onceOnly,
  };
}

function visibleReason(reason: Reason): Reason {
  return { ...reason, target: reason.target === null ? null : escapeVisible(reason.target), text: escapeVisible(reason.text) };
}

function visibleValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return escapeVisible(value);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map(visibleValue);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [escapeVisible(key), visibleValue(child)]));
}
