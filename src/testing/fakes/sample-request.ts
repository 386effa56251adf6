// Requests for approval, and the writes around them, with unremarkable values: for tests that are about one field of them.
import type {
  AnswerWrite,
  ApprovalRecord,
  ExecutionEnd,
  ExecutionStart,
  Grant,
  NewEvent,
  Outcome,
} from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { completedOutcome, sampleCaller } from './sample-outcomes.ts';

const dayMs = 24 * 60 * 60_000;

export interface RequestPlace {
  readonly now: number;
  readonly runtimeId: string;
}

/** Pending for a day, with an argument key of its own. */
export function sampleRequest({ now, runtimeId }: RequestPlace, more: Partial<ApprovalRecord> = {}): ApprovalRecord {
  return {
    version: 1,
    id: newId('apr'),
    status: 'pending',
    caller: sampleCaller(),
    tool: 'file_write',
    fingerprint: 'ff'.repeat(32),
    arguments: { filename: 'a.txt', content: 'the arguments of a request' },
    argumentKey: newId('key'),
    targets: [{ kind: 'path', action: 'write', value: 'a.txt', pointer: '/filename', identity: null }],
    risk: 'medium',
    decision: { effect: 'ASK', reasons: [], grant: null, onceOnly: false, unlooked: [] },
    salt: newId('salt'),
    requestHash: newId('hash'),
    policyRevision: '1',
    sessionMode: 'readonly',
    runtimeId,
    workspace: '/workspace',
    createdAt: now,
    expiresAt: now + dayMs,
    decidedAt: null,
    decidedBy: null,
    answer: null,
    note: null,
    supersedes: null,
    supersededBy: null,
    outcome: null,
    deliveredAt: null,
    ...more,
  };
}

/** The owner's yes to this one call. */
export function sampleAnswer(record: ApprovalRecord, more: Partial<AnswerWrite> = {}): AnswerWrite {
  const act = more.answer ?? 'once';
  return {
    id: record.id,
    requestHash: record.requestHash,
    answer: act,
    by: 'user:1000',
    note: null,
    grant: null,
    replacement: null,
    events: [{ kind: 'approval_answered', envelope: { approval: record.id, act, by: 'user:1000' }, values: {} }],
    ...more,
  };
}

/** For half an hour, for every call of the tool in the session with the argument key of the request. */
export function sampleGrant(record: ApprovalRecord, now: number): Grant {
  const { principal, agent, session } = record.caller;
  return {
    id: newId('gr'),
    tool: record.tool,
    fingerprint: record.fingerprint,
    principal,
    agent,
    session,
    workspace: record.workspace,
    targets: null,
    argumentKey: record.argumentKey,
    reasons: ['mode:readonly'],
    mode: record.sessionMode,
    approvalId: record.id,
    createdAt: now,
    expiresAt: now + 30 * 60_000,
    revokedAt: null,
  };
}

/** An allowed call under the given revision. */
export function sampleStart(policyRevision: number, more: Partial<ExecutionStart> = {}): ExecutionStart {
  const callId = more.callId ?? newId('call');
  return {
    callId,
    tool: 'file_read',
    approval: null,
    grantId: null,
    policyRevision,
    unlessRequested: null,
    events: [sampleEvent({ call: callId, tool: 'file_read', effect: 'ALLOW' })],
    ...more,
  };
}

/** The claim of an approved request. */
export function sampleClaim(record: ApprovalRecord, policyRevision: number): ExecutionStart {
  return sampleStart(policyRevision, {
    tool: record.tool,
    approval: { id: record.id, requestHash: record.requestHash },
  });
}

export function sampleEnd(start: ExecutionStart, outcome: Outcome = completedOutcome('done')): ExecutionEnd {
  const status = outcome.kind === 'completed' ? 'completed' : 'failed';
  return {
    callId: start.callId,
    status,
    events: [
      { kind: 'tool_executed', envelope: { call: start.callId, tool: start.tool, status }, values: { digest: 'ab' } },
    ],
    approval: start.approval === null ? null : { id: start.approval.id, status, outcome },
  };
}

/** A decision with one value that can be erased. */
export function sampleEvent(
  envelope: NewEvent['envelope'],
  values: NewEvent['values'] = { note: 'a value' },
): NewEvent {
  return { kind: 'policy_decision', envelope, values };
}
