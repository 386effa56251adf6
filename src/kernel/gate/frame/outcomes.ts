// Puts the ends of a call into words: one constructor per kind of outcome, the same for a call, a claim and a collected request.
import type {
  ApprovalRecord,
  ApprovalView,
  Decision,
  Failed,
  Observation,
  Outcome,
  Pending,
  Reason,
  Receipt,
  Refused,
} from '../../../contract/index.ts';
import type { Refusal } from './step.ts';

export interface Head {
  readonly callId: string;
  readonly tool: string;
  readonly decision: Decision | null;
  readonly receipt: Receipt | null;
  readonly unrecorded: boolean;
}

export function refused(head: Head, refusal: Refusal): Refused {
  return { ...head, kind: 'refused', ...refusal };
}

export function completed(head: Head, observation: Observation): Outcome {
  return { ...head, kind: 'completed', observation };
}

export function failed(head: Head, error: Pick<Failed, 'code' | 'message' | 'mayStillAct'>): Failed {
  return { ...head, kind: 'failed', ...error };
}

export function aborted(head: Head, reason: string): Outcome {
  return { ...head, kind: 'aborted', reason };
}

export function pending(head: Head, approval: ApprovalView): Pending {
  const open = approval.status === 'pending' ? 'Waiting for approval' : `The request is ${approval.status}`;
  return {
    ...head,
    kind: 'pending',
    approval,
    retry:
      `${open} (${approval.id}, until ${approval.expiresAt}). Make the same call again, or collect ${approval.id}, ` +
      'to get the outcome once it is answered.',
  };
}

/** A DENY in the words of what denied. */
export function deniedRefusal(decision: Decision): Refusal {
  const denying = decision.reasons.filter((reason) => reason.effect === 'DENY');
  const first: Reason | undefined = denying[0];
  return {
    by: 'decide',
    code: 'denied',
    reason: first === undefined ? 'Denied.' : first.text,
    hint: first === undefined ? '' : hintFor(first),
    problems: [],
    nearest: [],
    schema: null,
  };
}

function hintFor(reason: Reason): string {
  switch (reason.source) {
    case 'locked':
    case 'floor':
      return 'Another call without the named part may work.';
    case 'boundary':
      return 'Only the operator can move this boundary. A call that stays inside it may work.';
    case 'rule':
      return `The operator's rule ${reason.id} says so; calls that it does not match are still open.`;
    case 'unattended':
      return 'Nobody is there to be asked. Run it attended, or let the operator allow it by a rule.';
    case 'ceiling':
    case 'mode':
    case 'default':
      return 'Only the operator can change this: by another session mode or, below a ceiling, by a rule.';
    default:
      return '';
  }
}

/** What became of a request that ended without an execution. Null when it ended with one. */
export function closedRefusal(record: ApprovalRecord): Refusal | null {
  const note = record.note === null || record.note === '' ? '' : ` ${record.note}`;
  const words = closedWords(record.status);
  if (words === null) return null;
  return {
    by: 'approve',
    code: record.status === 'denied' ? 'approval_denied' : 'approval_over',
    reason: `${words}${note}`,
    hint:
      record.status === 'denied'
        ? 'Do not make this call again unless what was objected to has changed.'
        : 'The same call made again asks anew.',
    problems: [],
    nearest: [],
    schema: null,
  };
}

function closedWords(status: ApprovalRecord['status']): string | null {
  switch (status) {
    case 'denied':
      return 'The approver said no.';
    case 'expired':
      return 'Nobody answered the request for approval in time.';
    case 'withdrawn':
      return 'The request for approval was taken back.';
    case 'invalidated':
      return 'What was approved is not what would have run, so it did not run.';
    case 'interrupted':
      return 'The call was approved and started, and its process died before the end: whether it acted is not known, and it is not run again.';
    case 'superseded':
      return 'The request for approval was replaced by another.';
    default:
      return null;
  }
}
