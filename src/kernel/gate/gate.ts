// The gate: the only way a tool runs. Every call, claim and edit goes through the same stages; every end is an outcome.
import type { ApprovalRecord, Call, Caller, Explanation, NewEvent, Outcome } from '../../contract/index.ts';
import { cutHead, newId } from '../../text/index.ts';
import {
  decisionEvent,
  deniedEvent,
  executedEvent,
  redactEvent,
  refusalEvents,
  requestedEvent,
} from '../audit/call-events.ts';
import { ask, collect, earlierRequest, type Earlier } from './stages/approve.ts';
import type { Bound } from './stages/bind.ts';
import { claim, type ClaimBeside } from './claim.ts';
import { createDenialCounts, type DenialCounts } from './frame/denial-counts.ts';
import { faultCode, isStoreFault, redactedText } from './frame/fault.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { judge, thrown, type JudgeRefusal } from './judge.ts';
import { aborted, deniedRefusal, refused, type Head } from './frame/outcomes.ts';
import { readCall, type ReadCall } from './frame/read-call.ts';
import { runBound } from './run-bound.ts';
import { refuse } from './frame/step.ts';
import { readArguments } from './frame/read-arguments.ts';
import { createUnfinished, type Unfinished } from './frame/unfinished.ts';

export interface Gate {
  /** Never throws for a call. */
  call(call: Call): Promise<Outcome>;
  /** The same stages up to the decision. Writes nothing, looks no name up, starts nothing. */
  explain(call: Call): Promise<Explanation>;
  /** The outcome of an own request, once. */
  collect(caller: Caller, approvalId: string): Promise<Outcome>;
  /**
   * Runs an approved request, unless what would run is no longer what was approved. Null when it was not run: another runtime was first, or
   * it is not what was approved. Throws where that could not be found out, as when the store is away; the request stays approved then.
   * `signal` stops the tool: its runtime ends.
   */
  runApproved(record: ApprovalRecord, beside?: ClaimBeside): Promise<Outcome | null>;
  /** Judges other arguments for an open request. What is refused or denied comes back as that outcome. */
  judgeEdit(
    record: ApprovalRecord,
    json: string,
  ): Promise<{ readonly ok: true; readonly bound: Bound } | { readonly ok: false; readonly outcome: Outcome }>;
}

/** Characters of the name of a tool that does not exist which are written down. */
const longestName = 80;

/** How often a call is decided anew because the policy moved between its decision and its start. */
const maxDecisions = 5;

export function createGate(deps: GateDeps): Gate {
  const unfinished = createUnfinished();
  const parts: GateParts = { deps, unfinished, denials: createDenialCounts() };
  return {
    call: (call) => callTool(call, parts),
    explain: (call) => explain(call, deps),
    collect: (caller, id) => collectSafely(caller, id, deps),
    runApproved: (record, beside = {}) => claim(record, { deps, unfinished, ...beside }),
    judgeEdit: (record, json) => judgeEdit(record, json, deps),
  };
}

interface GateParts {
  readonly deps: GateDeps;
  readonly unfinished: Unfinished;
  readonly denials: DenialCounts;
}

interface CallParts extends GateParts {
  readonly callId: string;
  readonly call: ReadCall;
}

async function callTool(given: Call, gate: GateParts): Promise<Outcome> {
  const callId = newId('call');
  const { call, problem } = readCall(given);
  const parts: CallParts = { ...gate, callId, call };
  try {
    await gate.unfinished.settle();
    if (problem !== null) return await recordRefusal(malformed(call, problem), parts);
    for (let decisions = 0; decisions < maxDecisions; decisions += 1) {
      // At first under the policy that was read last: a start under an older one fails, and everything else is decided under what holds.
      const outcome = await decideAndRun(parts, decisions === 0 ? 'known' : 'current');
      if (outcome !== null) return outcome;
    }
    throw new Error('the policy kept changing while this call was decided');
  } catch (cause) {
    return failSafe(cause, parts);
  }
}

function malformed({ tool }: ReadCall, problem: string): JudgeRefusal {
  const hint = 'Give the name of a tool, its arguments, and who asks.';
  return {
    tool,
    refusal: refuse('resolve', 'malformed_request', { reason: `This is not a call: ${problem}.`, hint }).refusal,
  };
}

/** The last line: whatever throws out of the stages (a store that is away above all) refuses the call, and nothing ran. */
async function failSafe(cause: unknown, parts: CallParts): Promise<Outcome> {
  const { callId, call, deps } = parts;
  const refusal = thrown('execute', cause, deps);
  try {
    if (!isStoreFault(faultCode(cause))) return await recordRefusal({ tool: call.tool, refusal }, parts);
  } catch {
    // Then it is told as one that could not be recorded.
  }
  return refused({ callId, tool: call.tool, decision: null, receipt: null, unrecorded: true }, refusal);
}

/** Null when the policy or an earlier request moved under the decision: decide anew. */
async function decideAndRun(parts: CallParts, policy: 'known' | 'current'): Promise<Outcome | null> {
  const { deps, call, callId, unfinished } = parts;
  const judged = await judge(call, { deps, explaining: false, policy });
  if (!judged.ok) return recordRefusal(judged, parts);
  const bound = judged.next;
  if (bound.decision.effect === 'DENY') return recordDenial(bound, parts);
  if (call.signal?.aborted === true) return recordGivenUp(bound, parts);
  if (bound.decision.effect === 'ALLOW') {
    const run = await runBound(bound, { deps, unfinished, callId, approval: null, events: [] });
    if (run.ran) return run.outcome;
    if (run.why !== 'requested') return null;
  }
  const head: Head = { callId, tool: bound.tool.name, decision: bound.decision, receipt: null, unrecorded: false };
  const earlier = await earlierRequest(bound, head, deps);
  if (earlier.kind === 'moved') return null;
  if (earlier.kind !== 'none') return recordEarlier(earlier, bound, parts);
  // An allowed call that was in the way of none is decided anew: its request may have ended just now.
  return bound.decision.effect === 'ASK' ? ask(bound, callId, deps) : null;
}

async function recordRefusal({ tool, refusal }: JudgeRefusal, parts: CallParts): Promise<Outcome> {
  const { callId, call, deps, denials } = parts;
  // The name of a tool that does not exist may be any text of the caller's, and an envelope stays for ever.
  const named = cutHead(redactedText(tool, deps.redact), longestName).text;
  const events = refusalEvents(callId, call, { tool: named, refusal, count: denials.add(call.caller.session) });
  return refused(await record(events, { callId, tool, decision: null }, deps), refusal);
}

async function recordDenial(bound: Bound, { callId, call, deps, denials }: CallParts): Promise<Outcome> {
  const refusal = deniedRefusal(bound.decision);
  const denied = { code: refusal.code, by: refusal.by, count: denials.add(call.caller.session), approval: null };
  const events = [decisionEvent(callId, bound, bound.requestHash), deniedEvent(callId, bound, denied)];
  return refused(await record(events, { callId, tool: bound.tool.name, decision: bound.decision }, deps), refusal);
}

/** Nobody waits for it any more: it is neither asked about nor run. */
async function recordGivenUp(bound: Bound, { callId, deps }: CallParts): Promise<Outcome> {
  const end = executedEvent(callId, bound, {
    status: 'aborted',
    code: null,
    durationMs: 0,
    approval: null,
    text: '',
    label: null,
    ran: null,
  });
  const head = await record(
    [decisionEvent(callId, bound, bound.requestHash), end],
    { callId, tool: bound.tool.name, decision: bound.decision },
    deps,
  );
  return aborted(head, 'The caller gave up before the tool was started. Nothing ran.');
}

/** What the earlier request says was taken from it already: a store that fails here must not lose it for the caller. */
async function recordEarlier(
  earlier: Exclude<Earlier, { kind: 'none' | 'moved' }>,
  bound: Bound,
  parts: CallParts,
): Promise<Outcome> {
  const { callId, call, deps, denials, unfinished } = parts;
  const { approval, outcome } = earlier;
  const end =
    earlier.kind === 'closed'
      ? deniedEvent(callId, bound, {
          code: earlier.code,
          by: 'approve',
          count: denials.add(call.caller.session),
          approval,
        })
      : requestedEvent(
          callId,
          bound,
          earlier.kind === 'joined' ? { approval, joined: true } : { approval, collected: true },
        );
  const events = [decisionEvent(callId, bound, bound.requestHash), end].map((event) => redactEvent(event, deps.redact));
  try {
    const receipts = await deps.journal.append(events);
    return earlier.kind === 'collected' ? outcome : { ...outcome, receipt: receipts.at(-1) ?? null };
  } catch (cause) {
    if (earlier.kind === 'joined') throw cause;
    unfinished.add(() => deps.journal.append(events));
    return { ...outcome, unrecorded: true };
  }
}

async function record(
  events: readonly NewEvent[],
  head: Pick<Head, 'callId' | 'tool' | 'decision'>,
  deps: GateDeps,
): Promise<Head> {
  const receipts = await deps.journal.append(events.map((event) => redactEvent(event, deps.redact)));
  return { ...head, receipt: receipts.at(-1) ?? null, unrecorded: false };
}

async function collectSafely(caller: Caller, id: string, deps: GateDeps): Promise<Outcome> {
  try {
    return await collect(caller, id, deps);
  } catch (cause) {
    return refused(
      { callId: newId('call'), tool: '', decision: null, receipt: null, unrecorded: true },
      thrown('approve', cause, deps),
    );
  }
}

async function explain(given: Call, deps: GateDeps): Promise<Explanation> {
  const { call, problem } = readCall(given);
  if (problem !== null) return { tool: call.tool, decision: null, refusal: malformed(call, problem).refusal };
  const judged = await judge(call, { deps, explaining: true, policy: 'current' });
  if (judged.ok) return { tool: judged.next.tool.name, decision: judged.next.decision, refusal: null };
  return { tool: judged.tool, decision: null, refusal: judged.refusal };
}

async function judgeEdit(record: ApprovalRecord, json: string, deps: GateDeps): ReturnType<Gate['judgeEdit']> {
  const head: Head = { callId: record.id, tool: record.tool, decision: null, receipt: null, unrecorded: false };
  const call: ReadCall = {
    tool: record.tool,
    read: readArguments({ json }),
    caller: record.caller,
    // Whoever may edit is the owner, and these are the owner's words.
    userWords: json,
    signal: undefined,
  };
  const judged = await judge(call, { deps, explaining: false, policy: 'current' });
  if (!judged.ok) return { ok: false, outcome: refused(head, judged.refusal) };
  const bound = judged.next;
  if (bound.decision.effect !== 'DENY') return { ok: true, bound };
  return { ok: false, outcome: refused({ ...head, decision: bound.decision }, deniedRefusal(bound.decision)) };
}
