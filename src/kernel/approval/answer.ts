// What an answer does to a request: which answers are open, what is written, and the grant that comes of one for the session.
import {
  CapabilityError,
  type AnswerWrite,
  type Answered,
  type ApprovalAnswer,
  type ApprovalRecord,
  type Grant,
  type Journal,
  type NewEvent,
  type Outcome,
} from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { askedReasons, grantTargets } from '../policy/reasons/grants.ts';
import { newRequest, type AskingCall } from './approval-record.ts';

export type EditVerdict = { readonly ok: true; readonly bound: AskingCall } | { readonly ok: false; readonly outcome: Outcome };

export interface AnswerDeps {
  readonly gate: { judgeEdit(record: ApprovalRecord, json: string): Promise<EditVerdict> };
  readonly journal: Journal;
  readonly now: () => number;
  /** How long a request stays open; an edited one starts anew. */
  readonly approvalMs: number;
}

export type AnswerEnd =
  /** Written. For an edit `record` is the new request, approved; else the answered one. */
  | { readonly ok: true; readonly record: ApprovalRecord }
  /** The edit was refused or denied: the original stays open. */
  | { readonly ok: false; readonly outcome: Outcome };

const defaultGrantMinutes = 30;
const maxGrantMinutes = 24 * 60;

/** Throws `not_answerable` where the request is not open, or not to be answered that way. */
export async function answerRequest(record: ApprovalRecord, answer: ApprovalAnswer, by: string, deps: AnswerDeps): Promise<AnswerEnd> {
  if (record.status !== 'pending') throw notAnswerable(record, `it is ${record.status} already`);
  if (answer.act === 'edit') return edit(record, answer.arguments, { by, deps });
  const grant = answer.act === 'session' ? sessionGrant(record, answer.minutes ?? defaultGrantMinutes, deps.now()) : null;
  const note = answer.act === 'deny' ? (answer.note ?? null) : null;
  const events = [answeredEvent(record, answer.act, by), ...(grant === null ? [] : [grantEvent(grant)])];
  const answered = await deps.journal.answer(write(record, { answer: answer.act, by, note, grant, events }));
  return { ok: true, record: taken(record, answered) };
}

interface EditParts {
  readonly by: string;
  readonly deps: AnswerDeps;
}

/** An edit is a new request through all stages; the editor's act approves it and the original is superseded. */
async function edit(record: ApprovalRecord, json: string, { by, deps }: EditParts): Promise<AnswerEnd> {
  const judged = await deps.gate.judgeEdit(record, json);
  if (!judged.ok) return judged;
  const now = deps.now();
  const place = { runtimeId: record.runtimeId, now, expiresAt: now + deps.approvalMs };
  const replacement: ApprovalRecord = {
    ...newRequest(judged.bound, place),
    status: 'approved',
    supersedes: record.id,
    answer: 'edit',
    decidedAt: now,
    decidedBy: by,
  };
  const events = [answeredEvent(record, 'edit', by, replacement)];
  const answered = await deps.journal.answer({ ...write(record, { answer: 'edit', by, note: null, grant: null, events }), replacement });
  taken(record, answered);
  return { ok: true, record: replacement };
}

function write(
  record: ApprovalRecord,
  parts: Pick<AnswerWrite, 'answer' | 'by' | 'note' | 'grant' | 'events'>,
): AnswerWrite {
  return { id: record.id, requestHash: record.requestHash, replacement: null, ...parts };
}

function taken(record: ApprovalRecord, answered: Answered): ApprovalRecord {
  if (answered.ok) return answered.record;
  throw notAnswerable(record, answered.status === null ? answered.why : `it is ${answered.status} by now`);
}

function notAnswerable(record: ApprovalRecord, why: string): CapabilityError {
  return new CapabilityError('not_answerable', `The request ${record.id} cannot be answered: ${why}.`, { details: { id: record.id } });
}

function sessionGrant(record: ApprovalRecord, minutes: number, now: number): Grant {
  if (record.decision.onceOnly) {
    throw notAnswerable(record, 'what asks here asks every time; answer it once');
  }
  if (!Number.isFinite(minutes) || minutes <= 0 || minutes > maxGrantMinutes) {
    throw notAnswerable(record, `a grant lasts above 0 and at most ${maxGrantMinutes} minutes`);
  }
  const targets = grantTargets(record.targets);
  return {
    id: newId('gr'),
    tool: record.tool,
    fingerprint: record.fingerprint,
    principal: record.caller.principal,
    agent: record.caller.agent,
    session: record.caller.session,
    targets,
    argumentKey: targets === null ? record.argumentKey : null,
    reasons: askedReasons(record.decision.reasons),
    mode: record.sessionMode,
    approvalId: record.id,
    createdAt: now,
    expiresAt: now + Math.round(minutes * 60_000),
    revokedAt: null,
  };
}

function answeredEvent(record: ApprovalRecord, act: string, by: string, replacement: ApprovalRecord | null = null): NewEvent {
  return {
    kind: 'approval_answered',
    envelope: {
      approval: record.id,
      tool: record.tool,
      act,
      by,
      request: record.requestHash,
      replacement: replacement?.id ?? null,
      replacementRequest: replacement?.requestHash ?? null,
    },
    values: {},
  };
}

function grantEvent(grant: Grant): NewEvent {
  const { id, tool, agent, principal, session, approvalId, expiresAt } = grant;
  return {
    kind: 'grant_added',
    envelope: { grant: id, tool, agent, principal, session, approval: approvalId, expiresAt },
    values: { targets: grant.targets === null ? null : [...grant.targets] },
  };
}
