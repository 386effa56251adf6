// Claims an approved request: everything from resolve to bind runs again on the world of now, and only the same bytes run.
import {
  CapabilityError,
  type ApprovalRecord,
  type Call,
  type Caller,
  type JsonObject,
  type NewEvent,
  type Outcome,
} from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { closedEvent, redactEvent } from '../audit/call-events.ts';
import { lowestTrust } from '../trust/lowest-trust.ts';
import type { Bound } from './stages/bind.ts';
import { isStoreFault } from './frame/fault.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { judge } from './judge.ts';
import { deniedRefusal } from './frame/outcomes.ts';
import type { ReadCall } from './frame/read-call.ts';
import { runBound } from './run-bound.ts';
import type { Refusal } from './frame/step.ts';
import type { Unfinished } from './frame/unfinished.ts';

/** What ends the run, who hears what it says and asks, and what that one can. */
export type ClaimBeside = Pick<Call, 'signal' | 'onNotice' | 'sampling'>;

export interface ClaimParts extends ClaimBeside {
  readonly deps: GateDeps;
  readonly unfinished: Unfinished;
}

const maxDecisions = 5;

/** Null when it was not run. Throws where that could not be decided; the request stays approved. */
export async function claim(record: ApprovalRecord, parts: ClaimParts): Promise<Outcome | null> {
  const { deps, unfinished, signal, ...listener } = parts;
  await unfinished.settle();
  const tool = deps.registry.find(record.tool);
  // Whoever asked may know tools that this runtime does not: they are left to a runtime that does.
  if (tool === undefined && record.runtimeId !== deps.journal.lease.runtimeId) return null;
  if (tool !== undefined && tool.origin.fingerprint !== record.fingerprint) {
    return invalidate(record, `The definition of ${record.tool} has changed since it was approved.`, deps);
  }
  const trust = lowestTrust([record.caller.trust, await deps.trustNow(record.caller)]);
  // Validated when they were asked about, and sealed since: they are not measured again.
  const read = { ok: true, value: argumentsOf(record) } as const;
  const caller = { ...record.caller, trust };
  const call: ReadCall = {
    tool: record.tool,
    read,
    caller,
    userWords: undefined,
    signal,
    ...listener,
  };
  const callId = newId('call');
  for (let decisions = 0; decisions < maxDecisions; decisions += 1) {
    const judged = await judgeAgain(record, call, deps);
    // The next runtime finds it approved and runs it.
    if (judged === null || signal?.aborted === true) return null;
    const run = await runBound(judged, {
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

/** Null where it is not what was approved any more; then the request is invalidated. */
async function judgeAgain(record: ApprovalRecord, call: ReadCall, deps: GateDeps): Promise<Bound | null> {
  const judged = await judge(call, { deps, explaining: false, policy: 'current', salt: record.salt });
  if (!judged.ok) return refuseClaim(record, judged.refusal, { caller: call.caller, deps });
  const bound = judged.next;
  const { decision, requestHash } = bound;
  if (decision.effect === 'DENY') return refuseClaim(record, deniedRefusal(decision), { caller: call.caller, deps });
  return requestHash === record.requestHash ? bound : invalidate(record, difference(record, bound), deps);
}

/** Null once purged, which an approved request is not: that would be other arguments, and another hash. */
function argumentsOf({ arguments: args }: ApprovalRecord): JsonObject {
  // What was recorded had been validated to be an object.
  return args === null ? {} : (args as JsonObject);
}

interface RefusedClaim {
  readonly caller: Caller;
  readonly deps: GateDeps;
}

/** What says nothing about the call: the approval is not lost for it. */
function isOurFault({ code }: Refusal): boolean {
  return code === 'internal' || code === 'guard_failed' || isStoreFault(code);
}

async function refuseClaim(record: ApprovalRecord, refusal: Refusal, { caller, deps }: RefusedClaim): Promise<null> {
  if (isOurFault(refusal)) throw new CapabilityError(refusal.code, refusal.reason);
  const { trust } = record.caller;
  const lowered =
    caller.trust === trust ? '' : `Whoever asked is trusted less now (${caller.trust}) than then (${trust}). `;
  return invalidate(record, `${lowered}${refusal.reason}`, deps);
}

async function invalidate(record: ApprovalRecord, why: string, deps: GateDeps): Promise<null> {
  const event = redactEvent(closedEvent(record, 'invalidated', why), deps.redact);
  await deps.journal.close(record.id, ['approved'], 'invalidated', { events: [event], note: why });
  return null;
}

function claimedEvent(record: ApprovalRecord, callId: string, deps: GateDeps): NewEvent {
  return {
    kind: 'approval_claimed',
    envelope: {
      approval: record.id,
      call: callId,
      tool: record.tool,
      request: record.requestHash,
      runtime: deps.journal.lease.runtimeId,
    },
    values: {},
  };
}

/** Says what is not as it was approved. */
function difference(record: ApprovalRecord, bound: Bound): string {
  for (const target of record.targets) {
    const same = bound.targets.filter(
      (item) => item.pointer === target.pointer && item.action === target.action && item.kind === target.kind,
    );
    const now = same.find((item) => item.value === target.value) ?? same[0];
    if (now === undefined || now.value !== target.value) return `${target.value} now means ${now?.value ?? 'nothing'}.`;
    if (JSON.stringify(now.identity) !== JSON.stringify(target.identity))
      return `${target.value} is not what it was when the call was approved.`;
  }
  return 'The sandbox or another bound condition is not what it was when the call was approved.';
}
