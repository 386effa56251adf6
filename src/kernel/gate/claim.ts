// Claims an approved request: everything from resolve to bind runs again on the world of now, and only the same bytes run.
import type { ApprovalRecord, Caller, NewEvent, Outcome } from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { lowestTrust } from '../trust/lowest-trust.ts';
import { bind, type Bound } from './stages/bind.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { judge } from './judge.ts';
import { deniedRefusal } from './frame/outcomes.ts';
import { runBound } from './run-bound.ts';
import type { Unfinished } from './frame/unfinished.ts';

export interface ClaimParts {
  readonly deps: GateDeps;
  readonly unfinished: Unfinished;
}

const maxDecisions = 5;

/** Null when it was not claimable: another runtime was first, or it is no longer approved. */
export async function claim(record: ApprovalRecord, { deps, unfinished }: ClaimParts): Promise<Outcome | null> {
  await unfinished.settle();
  const caller: Caller = { ...record.caller, trust: lowestTrust([record.caller.trust, await deps.trustNow(record.caller)]) };
  const callId = newId('call');
  for (let decisions = 0; decisions < maxDecisions; decisions += 1) {
    const judged = await judge({ tool: record.tool, arguments: { value: record.arguments }, caller }, deps, false);
    if (!judged.ok) return invalidate(record, judged.refusal.reason, deps);
    const bound = bind(judged.next, record.salt);
    if (bound.decision.effect === 'DENY') return invalidate(record, deniedRefusal(bound.decision).reason, deps);
    if (bound.requestHash !== record.requestHash) return invalidate(record, difference(record, bound), deps);
    const run = await runBound(bound, {
      deps,
      unfinished,
      callId,
      approval: { id: record.id, requestHash: record.requestHash },
      events: [claimedEvent(record, callId, deps)],
    });
    if (run.ran) return run.outcome;
    if (run.why === 'not_claimable') return null;
  }
  return null;
}

async function invalidate(record: ApprovalRecord, why: string, deps: GateDeps): Promise<null> {
  const event: NewEvent = {
    kind: 'approval_closed',
    envelope: { approval: record.id, tool: record.tool, status: 'invalidated', request: record.requestHash },
    values: { why },
  };
  await deps.journal.close(record.id, ['approved'], 'invalidated', { events: [event], note: why });
  return null;
}

function claimedEvent(record: ApprovalRecord, callId: string, deps: GateDeps): NewEvent {
  return {
    kind: 'approval_claimed',
    envelope: { approval: record.id, call: callId, tool: record.tool, request: record.requestHash, runtime: deps.journal.lease.runtimeId },
    values: {},
  };
}

/** Says what is not as it was approved. */
function difference(record: ApprovalRecord, bound: Bound): string {
  if (record.fingerprint !== bound.tool.origin.fingerprint) return `The definition of ${record.tool} has changed since it was approved.`;
  for (const target of record.targets) {
    const now = bound.targets.find((item) => item.pointer === target.pointer && item.action === target.action);
    if (now === undefined || now.value !== target.value) return `${target.value} now means ${now?.value ?? 'nothing'}.`;
    if (JSON.stringify(now.identity) !== JSON.stringify(target.identity)) return `${target.value} is not what it was when the call was approved.`;
  }
  return 'The sandbox or another bound condition is not what it was when the call was approved.';
}
