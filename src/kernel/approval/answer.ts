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
  type Target,
} from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { askedReasons, grantTargets } from '../policy/reasons/grants.ts';
import { newRequest, type AskingCall } from './approval-record.ts';

export type EditVerdict =
  | { readonly ok: true; readonly bound: AskingCall }
  | { readonly ok: false; readonly outcome: Outcome };

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

/** What somebody with the deciding authority said, and who it was. */
export interface GivenAnswer {
  readonly answer: ApprovalAnswer;
  readonly by: string;
}

/** Throws `not_answerable` where the request is not open, or not to be answered that way; then nothing was written. */
export async function answerRequest(record: ApprovalRecord, given: GivenAnswer, deps: AnswerDeps): Promise<AnswerEnd> {
  if (record.status !== 'pending') throw notAnswerable(record, `it is ${record.status} already`);
  const { answer, by } = given;
  switch (answer.act) {
    case 'once':
      return decide(record, { answer: 'once', by, note: null, grant: null }, deps);
    case 'session': {
      const grant = sessionGrant(record, answer.minutes ?? defaultGrantMinutes, deps.now());
      return decide(record, { answer: 'session', by, note: null, grant }, deps);
    }
    case 'deny':
      return decide(record, { answer: 'deny', by, note: answer.note ?? null, grant: null }, deps);
    case 'edit':
      return edit(record, { json: answer.arguments, by }, deps);
    default:
      // Whatever comes over a wire untyped must not count as a yes.
      throw notAnswerable(record, 'there is no such answer');
  }
}

type PlainAnswer = Pick<AnswerWrite, 'answer' | 'by' | 'note' | 'grant'>;

async function decide(record: ApprovalRecord, said: PlainAnswer, { journal }: AnswerDeps): Promise<AnswerEnd> {
  const events = [answeredEvent(record, said, null), ...(said.grant === null ? [] : [grantEvent(said.grant)])];
  const { id, requestHash } = record;
  const answered = await journal.answer({ id, requestHash, ...said, replacement: null, events });
  if (!answered.ok) throw notTaken(record, answered);
  return { ok: true, record: answered.record };
}

/** An edit is a new request through all stages; the editor's act approves it and the original is superseded. */
async function edit(
  record: ApprovalRecord,
  { json, by }: { readonly json: string; readonly by: string },
  { gate, journal, now: clock, approvalMs }: AnswerDeps,
): Promise<AnswerEnd> {
  const judged = await gate.judgeEdit(record, json);
  if (!judged.ok) return judged;
  const now = clock();
  const replacement: ApprovalRecord = {
    ...newRequest(judged.bound, { runtimeId: record.runtimeId, now, expiresAt: now + approvalMs }),
    status: 'approved',
    supersedes: record.id,
    answer: 'edit',
    decidedAt: now,
    decidedBy: by,
  };
  const said: PlainAnswer = { answer: 'edit', by, note: null, grant: null };
  const events = [answeredEvent(record, said, replacement)];
  const answered = await journal.answer({
    id: record.id,
    requestHash: record.requestHash,
    ...said,
    replacement,
    events,
  });
  if (!answered.ok) throw notTaken(record, answered);
  return { ok: true, record: replacement };
}

function notTaken(record: ApprovalRecord, { why, status }: Extract<Answered, { readonly ok: false }>): CapabilityError {
  switch (why) {
    case 'unknown':
      return notAnswerable(record, 'it is gone');
    case 'not_pending':
      return notAnswerable(record, `it is ${status ?? 'not pending'} by now`);
    case 'expired':
      return notAnswerable(record, 'its time is over');
    case 'other_hash':
      return notAnswerable(record, 'it is not what was shown');
  }
}

function notAnswerable(record: ApprovalRecord, why: string): CapabilityError {
  return new CapabilityError('not_answerable', `The request ${record.id} cannot be answered: ${why}.`, {
    details: { id: record.id },
  });
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
    workspace: record.workspace,
    targets,
    argumentKey: targets === null || record.targets.some(isCommand) ? record.argumentKey : null,
    reasons: askedReasons(record.decision.reasons),
    mode: record.sessionMode,
    approvalId: record.id,
    createdAt: now,
    expiresAt: now + Math.round(minutes * 60_000),
    revokedAt: null,
  };
}

/** The same words in another folder are another program. */
function isCommand({ kind }: Target): boolean {
  return kind === 'command';
}

function answeredEvent(
  record: ApprovalRecord,
  { answer, by, note }: PlainAnswer,
  replacement: ApprovalRecord | null,
): NewEvent {
  return {
    kind: 'approval_answered',
    envelope: {
      approval: record.id,
      tool: record.tool,
      act: answer,
      by,
      request: record.requestHash,
      replacement: replacement?.id ?? null,
      replacementRequest: replacement?.requestHash ?? null,
    },
    values: note === null ? {} : { note },
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
