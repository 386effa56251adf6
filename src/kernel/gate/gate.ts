// The gate: the only way a tool runs. Every call, claim and edit goes through the same stages; every end is an outcome.
import type { ApprovalRecord, Call, Caller, Explanation, NewEvent, Outcome } from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { decisionEvent, deniedEvent, redactEvent, refusalEvents } from '../audit/call-events.ts';
import { ask, collect, equalRequest } from './stages/approve.ts';
import { bind, type Bound } from './stages/bind.ts';
import { claim } from './claim.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { judge, thrown, type JudgeRefusal } from './judge.ts';
import { deniedRefusal, refused, type Head } from './frame/outcomes.ts';
import { runBound } from './run-bound.ts';
import { createUnfinished, type Unfinished } from './frame/unfinished.ts';

export interface Gate {
  /** Never throws for a call. */
  call(call: Call): Promise<Outcome>;
  /** The same stages up to the decision. Writes nothing, looks no name up, starts nothing. */
  explain(call: Call): Promise<Explanation>;
  /** The outcome of an own request, once. */
  collect(caller: Caller, approvalId: string): Promise<Outcome>;
  /** Runs an approved request, unless what would run is no longer what was approved. Null when another runtime was first. */
  runApproved(record: ApprovalRecord): Promise<Outcome | null>;
  /** Judges other arguments for an open request. What is refused or denied comes back as that outcome. */
  judgeEdit(record: ApprovalRecord, json: string): Promise<{ readonly ok: true; readonly bound: Bound } | { readonly ok: false; readonly outcome: Outcome }>;
}

/** How often a call is decided anew because the policy moved between its decision and its start. */
const maxDecisions = 5;

export function createGate(deps: GateDeps): Gate {
  const unfinished = createUnfinished(deps.journal);
  const denials = createDenialCounts();
  const parts: CallParts = { deps, unfinished, denials };
  return {
    call: (call) => callTool(call, parts),
    explain: (call) => explain(call, deps),
    collect: (caller, id) => guarded('approve', id, { deps, work: () => collect(caller, id, deps) }),
    runApproved: (record) => claim(record, { deps, unfinished }),
    judgeEdit: (record, json) => judgeEdit(record, json, deps),
  };
}

interface CallParts {
  readonly deps: GateDeps;
  readonly unfinished: Unfinished;
  readonly denials: DenialCounts;
}

async function callTool(call: Call, parts: CallParts): Promise<Outcome> {
  const callId = newId('call');
  return guarded('execute', call.tool, {
    deps: parts.deps,
    callId,
    async work() {
      await parts.unfinished.settle();
      for (let decisions = 0; decisions < maxDecisions; decisions += 1) {
        const outcome = await decideAndRun(call, callId, parts);
        if (outcome !== null) return outcome;
      }
      throw new Error('the policy kept changing while this call was decided');
    },
  });
}

/** Null when the policy moved under the decision: decide anew. */
async function decideAndRun(call: Call, callId: string, parts: CallParts): Promise<Outcome | null> {
  const { deps } = parts;
  const judged = await judge(call, deps, false);
  if (!judged.ok) return recordRefusal(call, callId, { judged, parts });
  const bound = bind(judged.next);
  if (bound.decision.effect === 'DENY') return recordDenial(bound, callId, parts);
  if (bound.decision.effect === 'ASK' || bound.decision.grant !== null) {
    // Also where a grant answers: the outcome of the call that was asked about comes first, or an equal call would run it twice.
    const earlier = await equalRequest(bound, callId, deps);
    if (earlier !== null) return earlier;
    if (bound.decision.effect === 'ASK') return ask(bound, callId, deps);
  }
  const run = await runBound(bound, { deps, unfinished: parts.unfinished, callId, approval: null, events: [] });
  return run.ran ? run.outcome : null;
}

async function recordRefusal(
  call: Call,
  callId: string,
  { judged, parts }: { readonly judged: JudgeRefusal; readonly parts: CallParts },
): Promise<Outcome> {
  const events = refusalEvents(callId, call, { tool: judged.tool, refusal: judged.refusal }, parts.denials.add(call.caller.session));
  return refused(await record(events, { callId, tool: judged.tool, decision: null }, parts.deps), judged.refusal);
}

async function recordDenial(bound: Bound, callId: string, { deps, denials }: CallParts): Promise<Outcome> {
  const refusal = deniedRefusal(bound.decision);
  const denied = { code: refusal.code, by: refusal.by, count: denials.add(bound.call.caller.session) };
  const events = [decisionEvent(callId, bound, bound.requestHash), deniedEvent(callId, bound, denied)];
  return refused(await record(events, { callId, tool: bound.tool.name, decision: bound.decision }, deps), refusal);
}

async function record(events: readonly NewEvent[], head: Pick<Head, 'callId' | 'tool' | 'decision'>, deps: GateDeps): Promise<Head> {
  const receipts = await deps.journal.append(events.map((event) => redactEvent(event, deps.redact)));
  return { ...head, receipt: receipts.at(-1) ?? null, unrecorded: false };
}

interface Guarded {
  readonly deps: GateDeps;
  readonly callId?: string;
  work(): Promise<Outcome>;
}

/** The last line: whatever throws out of the stages (a store that is away above all) refuses the call, and nothing ran. */
async function guarded(by: 'approve' | 'execute', tool: string, { deps, callId, work }: Guarded): Promise<Outcome> {
  try {
    return await work();
  } catch (cause) {
    const head: Head = { callId: callId ?? newId('call'), tool, decision: null, receipt: null, unrecorded: true };
    return refused(head, thrown(by, cause, deps).refusal);
  }
}

async function explain(call: Call, deps: GateDeps): Promise<Explanation> {
  const judged = await judge(call, deps, true);
  if (judged.ok) return { tool: judged.next.tool.name, decision: judged.next.decision, refusal: null };
  return { tool: judged.tool, decision: null, refusal: judged.refusal };
}

async function judgeEdit(record: ApprovalRecord, json: string, deps: GateDeps): ReturnType<Gate['judgeEdit']> {
  const head: Head = { callId: record.id, tool: record.tool, decision: null, receipt: null, unrecorded: false };
  const judged = await judge({ tool: record.tool, arguments: { json }, caller: record.caller }, deps, false);
  if (!judged.ok) return { ok: false, outcome: refused(head, judged.refusal) };
  const bound = bind(judged.next);
  if (bound.decision.effect !== 'DENY') return { ok: true, bound };
  return { ok: false, outcome: refused({ ...head, decision: bound.decision }, deniedRefusal(bound.decision)) };
}

interface DenialCounts {
  /** Counts a denial of a session; answers its number. */
  add(session: string): number;
}

const maxSessionsCounted = 10_000;

function createDenialCounts(): DenialCounts {
  const counts = new Map<string, number>();
  return {
    add(session) {
      const count = (counts.get(session) ?? 0) + 1;
      counts.set(session, count);
      if (counts.size > maxSessionsCounted) counts.delete(counts.keys().next().value ?? session);
      return count;
    },
  };
}
