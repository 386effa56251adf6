// Makes the durable record of a request, and the view of it that people and clients get.
import type {
  ApprovalRecord,
  ApprovalView,
  Call,
  Decision,
  DecisionInput,
  JsonObject,
  JsonValue,
  Reason,
  Target,
  Tool,
} from '../../contract/index.ts';
import { escapeVisible, isRawNumber, newId } from '../../text/index.ts';

/** A bound call that asks. */
export interface AskingCall {
  readonly call: Pick<Call, 'caller'>;
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
  const { caller, decision } = record;
  const asking = decision.reasons.filter((reason) => reason.effect === 'ASK');
  return {
    id: record.id,
    status: record.status,
    tool: escapeVisible(record.tool),
    title: escapeVisible(title),
    targets: record.targets.map(visibleTarget),
    arguments: visibleValue(record.arguments),
    reason: escapeVisible(asking[0]?.text ?? 'It asks.'),
    evidence: decision.reasons.map(visibleReason),
    risk: record.risk,
    rule: visibleOrNull(asking.find((reason) => reason.source === 'rule')?.id ?? null),
    requestHash: record.requestHash,
    agent: escapeVisible(caller.agent),
    principal: escapeVisible(caller.principal),
    surface: caller.surface,
    session: escapeVisible(caller.session),
    workspace: escapeVisible(record.workspace),
    createdAt: new Date(record.createdAt).toISOString(),
    expiresAt: new Date(record.expiresAt).toISOString(),
    note: visibleOrNull(record.note),
    decidedBy: visibleOrNull(record.decidedBy),
    supersedes: record.supersedes,
    supersededBy: record.supersededBy,
    onceOnly: decision.onceOnly,
  };
}

function visibleOrNull(text: string | null): string | null {
  return text === null ? null : escapeVisible(text);
}

/** The action may be the value of an argument. */
function visibleTarget({ kind, action, value }: Target): ApprovalView['targets'][number] {
  return { kind, action: escapeVisible(action), value: escapeVisible(value) };
}

function visibleReason(reason: Reason): Reason {
  return {
    ...reason,
    id: escapeVisible(reason.id),
    target: visibleOrNull(reason.target),
    text: escapeVisible(reason.text),
  };
}

function visibleValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return escapeVisible(value);
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  // Array.isArray does not narrow a union with a readonly array.
  return Array.isArray(value) ? value.map(visibleValue) : visibleMembers(value as JsonObject);
}

/** Names that look alike once they are visible are numbered: else one argument would hide another. */
function visibleMembers(members: JsonObject): JsonObject {
  const shown = new Map<string, JsonValue>();
  const counts = new Map<string, number>();
  for (const [key, child] of Object.entries(members)) {
    const visible = escapeVisible(key);
    let name = visible;
    let count = counts.get(visible) ?? 1;
    while (shown.has(name)) name = `${visible} (${++count})`;
    counts.set(visible, count);
    shown.set(name, visibleValue(child));
  }
  return Object.fromEntries(shown);
}
