// Stage 7, for a call that asks: joins the open request of an equal call, hands out the outcome of a final one, or opens a request.
import type { ApprovalRecord, Caller, Outcome } from '../../../contract/index.ts';
import { approvalView, newRequest } from '../../approval/approval-record.ts';
import { askedEvents, decisionEvent, redactEvent } from '../../audit/call-events.ts';
import type { Bound } from './bind.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import { closedRefusal, pending, refused, type Head } from '../frame/outcomes.ts';

const openStatuses: ReadonlySet<string> = new Set(['pending', 'approved', 'executing']);

/** Null when there is no request of an equal call that is open or has something to hand out. */
export async function equalRequest(bound: Bound, callId: string, deps: GateDeps): Promise<Outcome | null> {
  const { principal, session } = bound.call.caller;
  const record = await deps.journal.equalRequest(principal, session, bound.input.argumentKey);
  if (record === null) return null;
  // A request that ended for want of an answer has nothing to hand out: the call asks anew.
  if (record.status === 'expired' || record.status === 'withdrawn') {
    await deps.journal.deliver(record.id);
    return null;
  }
  const receipts = await deps.journal.append([redactEvent(decisionEvent(callId, bound, bound.requestHash), deps.redact)]);
  const head: Head = { callId, tool: bound.tool.name, decision: bound.decision, receipt: receipts.at(-1) ?? null, unrecorded: false };
  return handOut(record, head, deps);
}

/** Opens a request, or joins one that a racing equal call opened first. */
export async function ask(bound: Bound, callId: string, deps: GateDeps): Promise<Outcome> {
  const now = deps.clock.now();
  const record = newRequest(bound, { runtimeId: deps.journal.lease.runtimeId, now, expiresAt: now + deps.limits.approvalMs });
  const events = [decisionEvent(callId, bound, bound.requestHash), ...askedEvents(callId, bound, record.id)];
  const asked = await deps.journal.ask(record, events.map((event) => redactEvent(event, deps.redact)));
  const head: Head = { callId, tool: bound.tool.name, decision: bound.decision, receipt: asked.receipts.at(-1) ?? null, unrecorded: false };
  return pending(head, viewOf(asked.record, deps));
}

/** What the caller of a request gets by its id: pending while it is open, its outcome once. */
export async function collect(caller: Caller, id: string, deps: GateDeps): Promise<Outcome> {
  const record = await deps.journal.approval(id);
  const head: Head = { callId: id, tool: record?.tool ?? '', decision: record?.decision ?? null, receipt: null, unrecorded: false };
  // Another principal's request is as unknown as one that never was.
  if (record === null || record.caller.principal !== caller.principal) return unknownRequest({ ...head, tool: '', decision: null });
  return handOut(record, head, deps);
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

async function handOut(record: ApprovalRecord, head: Head, deps: GateDeps): Promise<Outcome> {
  if (openStatuses.has(record.status)) return pending(head, viewOf(record, deps));
  if (record.status === 'superseded' && record.supersededBy !== null) return handOutReplacement(record, record.supersededBy, { head, deps });
  const delivered = await deps.journal.deliver(record.id);
  if (delivered === null) return unknownRequest(head);
  const closed = closedRefusal(delivered);
  if (closed !== null) return refused(head, closed);
  return delivered.outcome ?? unknownRequest(head);
}

/** The approver changed the arguments: the caller gets what the changed call came to, and is told so by its arguments. */
async function handOutReplacement(
  record: ApprovalRecord,
  replacementId: string,
  { head, deps }: { readonly head: Head; readonly deps: GateDeps },
): Promise<Outcome> {
  const replacement = await deps.journal.approval(replacementId);
  if (replacement === null) return unknownRequest(head);
  const edited = JSON.stringify(replacement.arguments);
  const outcome = await handOut(replacement, head, deps);
  if (outcome.kind === 'pending') return outcome;
  await deps.journal.deliver(record.id);
  if (outcome.kind !== 'completed') return outcome;
  const note = `[The approver changed the arguments to ${edited} before this ran.]`;
  return { ...outcome, observation: { ...outcome.observation, text: `${note}\n${outcome.observation.text}` } };
}

export function viewOf(record: ApprovalRecord, deps: Pick<GateDeps, 'registry'>) {
  return approvalView(record, deps.registry.find(record.tool)?.title ?? record.tool);
}
