// Stage 7, for a call that asks: joins the open request of an equal call, hands out the outcome of a final one, or opens a request.
import type { ApprovalRecord, ApprovalView, Caller, Outcome } from '../../../contract/index.ts';
import { approvalView, newRequest } from '../../approval/approval-record.ts';
import { alertEvent, closedEvent, decisionEvent, redactEvent, requestedEvent } from '../../audit/call-events.ts';
import type { Bound } from './bind.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import { closedRefusal, pending, refused, type Head } from '../frame/outcomes.ts';

const openStatuses: ReadonlySet<string> = new Set(['pending', 'approved', 'executing']);

/** What an earlier request of an equal call says to this one. */
export type Earlier =
  /** Nothing: the call goes on. */
  | { readonly kind: 'none' }
  /** It changed just now: what was decided may not hold any more. */
  | { readonly kind: 'moved' }
  /** It is open: this call waits with it. */
  | { readonly kind: 'joined'; readonly approval: string; readonly outcome: Outcome }
  /** It ran, and this call takes its outcome; nobody gets that again. */
  | { readonly kind: 'collected'; readonly approval: string; readonly outcome: Outcome }
  /** It ended without running, and this call is told so; nobody is told again. */
  | { readonly kind: 'closed'; readonly approval: string; readonly outcome: Outcome; readonly code: string };

/** Asked for every call that asks, and for one that was allowed where the store has such a request. */
export async function earlierRequest(bound: Bound, head: Head, deps: GateDeps): Promise<Earlier> {
  const { principal, session } = bound.call.caller;
  const record = await deps.journal.equalRequest(principal, session, bound.input.argumentKey);
  if (record === null) return { kind: 'none' };
  if (record.status === 'pending' && bound.decision.effect === 'ALLOW') return overtake(record, deps);
  if (record.status === 'expired' || record.status === 'withdrawn') {
    // A request that ended for want of an answer has nothing to hand out: the call asks anew.
    await deps.journal.deliver(record.id);
    return { kind: 'none' };
  }
  return handOut(record, head, deps);
}

/** What waited for an answer may run by now without one. The request ends first, or its answer would run the call once more. */
async function overtake(record: ApprovalRecord, deps: GateDeps): Promise<Earlier> {
  const note = 'The same call was allowed meanwhile and ran without the answer.';
  const events = [closedEvent(record, 'withdrawn', note)];
  const closed = await deps.journal.close(record.id, ['pending'], 'withdrawn', { events, note });
  if (!closed) return { kind: 'moved' };
  await deps.journal.deliver(record.id);
  return { kind: 'none' };
}

/** Opens a request, or joins one that a racing equal call opened first. */
export async function ask(bound: Bound, callId: string, deps: GateDeps): Promise<Outcome> {
  const now = deps.clock.now();
  const record = newRequest(bound, {
    runtimeId: deps.journal.lease.runtimeId,
    now,
    expiresAt: now + deps.limits.approvalMs,
  });
  const events = [
    decisionEvent(callId, bound, bound.requestHash),
    requestedEvent(callId, bound, { approval: record.id }),
    alertEvent(bound, record.id),
  ];
  const asked = await deps.journal.ask(
    record,
    events.map((event) => redactEvent(event, deps.redact)),
  );
  // The alert comes last, and is no event of the call.
  const receipt = asked.receipts.findLast((item) => item.callId === callId) ?? null;
  const head: Head = { callId, tool: bound.tool.name, decision: bound.decision, receipt, unrecorded: false };
  return pending(head, viewOf(asked.record, deps));
}

/** What the caller of a request gets by its id: pending while it is open, its outcome once. */
export async function collect(caller: Caller, id: string, deps: GateDeps): Promise<Outcome> {
  const record = await deps.journal.approval(id);
  const head: Head = {
    callId: id,
    tool: record?.tool ?? '',
    decision: record?.decision ?? null,
    receipt: null,
    unrecorded: false,
  };
  const unknown = unknownRequest({ ...head, tool: '', decision: null });
  // Another principal's request is as unknown as one that never was.
  if (record === null || record.caller.principal !== caller.principal) return unknown;
  const earlier = await handOut(record, head, deps);
  return 'outcome' in earlier ? earlier.outcome : unknown;
}

function unknownRequest(head: Head): Outcome {
  return refused(head, {
    by: 'approve',
    code: 'unknown_approval',
    reason: 'There is no open request for approval of that id here, or its outcome was handed out already.',
    hint: 'Make the call again; it asks anew if it still has to.',
    problems: [],
    nearest: [],
    schema: null,
  });
}

/** `moved` where somebody else was handed it first. */
async function handOut(record: ApprovalRecord, head: Head, deps: GateDeps): Promise<Earlier> {
  if (openStatuses.has(record.status))
    return { kind: 'joined', approval: record.id, outcome: pending(head, viewOf(record, deps)) };
  if (record.status === 'superseded' && record.supersededBy !== null)
    return handOutReplacement(record, record.supersededBy, { head, deps });
  const delivered = await deps.journal.deliver(record.id);
  if (delivered === null) return { kind: 'moved' };
  const closed = closedRefusal(delivered);
  if (closed !== null)
    return { kind: 'closed', approval: record.id, outcome: refused(head, closed), code: closed.code };
  if (delivered.outcome !== null) return { kind: 'collected', approval: record.id, outcome: delivered.outcome };
  // It ran and nothing is left of it: not a reason to run it again.
  return { kind: 'closed', approval: record.id, outcome: unknownRequest(head), code: 'unknown_approval' };
}

/** The approver changed the arguments: the caller gets what the changed call came to, and is told so by its arguments. */
async function handOutReplacement(
  record: ApprovalRecord,
  replacementId: string,
  { head, deps }: { readonly head: Head; readonly deps: GateDeps },
): Promise<Earlier> {
  const replacement = await deps.journal.approval(replacementId);
  const earlier: Earlier = replacement === null ? { kind: 'moved' } : await handOut(replacement, head, deps);
  if (earlier.kind === 'joined') return earlier;
  await deps.journal.deliver(record.id);
  if (replacement === null || !('outcome' in earlier)) return earlier;
  const edited = deps.redact(JSON.stringify(replacement.arguments));
  return {
    ...earlier,
    outcome: withNote(earlier.outcome, `[The approver changed the arguments to ${edited} before this ran.]`),
  };
}

function withNote(outcome: Outcome, note: string): Outcome {
  switch (outcome.kind) {
    case 'completed': {
      const { text, blocks } = outcome.observation;
      return {
        ...outcome,
        observation: {
          ...outcome.observation,
          text: `${note}\n${text}`,
          blocks: [{ type: 'text', text: note }, ...blocks],
        },
      };
    }
    case 'failed':
      return { ...outcome, message: `${note} ${outcome.message}` };
    case 'refused':
    case 'aborted':
      return { ...outcome, reason: `${note} ${outcome.reason}` };
    case 'pending':
      return outcome;
  }
}

function viewOf(record: ApprovalRecord, deps: Pick<GateDeps, 'registry'>): ApprovalView {
  return approvalView(record, deps.registry.find(record.tool)?.title ?? record.tool);
}
