// Runs a bound call that may run: one transaction before, one after, and the observation in between.
import type { ExecutionEnd, ExecutionStart, JsonObject, NewEvent, Outcome, Receipt } from '../../contract/index.ts';
import { callEnvelope, decisionEvent, executedEvent, redactEvent } from '../audit/call-events.ts';
import type { Bound } from './stages/bind.ts';
import { execute, type Execution } from './stages/execute.ts';
import { faultText, redactedText } from './frame/fault.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { readRan } from './result/read-ran.ts';
import { declaredLabel, observe, observeFailure, type ObserveDeps } from './stages/observe.ts';
import { aborted, completed, failed, refused, type Head } from './frame/outcomes.ts';
import { refuse } from './frame/step.ts';
import type { Unfinished } from './frame/unfinished.ts';

export type Run =
  | { readonly ran: true; readonly outcome: Outcome }
  /** Nothing ran: the store's state is not the one that was decided on. */
  | { readonly ran: false; readonly why: 'policy_moved' | 'grant_gone' | 'requested' | 'not_claimable' };

export interface RunParts {
  readonly deps: GateDeps;
  readonly unfinished: Unfinished;
  readonly callId: string;
  readonly approval: ExecutionStart['approval'];
  readonly events: readonly NewEvent[];
}

/** Throws only before the execution: from its start on there is an outcome, whatever happens. */
export async function runBound(bound: Bound, parts: RunParts): Promise<Run> {
  const { deps, callId, approval } = parts;
  const begun = await deps.journal.begin({
    callId,
    tool: bound.tool.name,
    approval,
    grantId: approval === null ? bound.decision.grant : null,
    policyRevision: bound.policy.revision,
    unlessRequested: approval === null ? equalCall(bound) : null,
    events: [redactEvent(decisionEvent(callId, bound, bound.requestHash), deps.redact), ...parts.events],
  });
  if (!begun.ok) return { ran: false, why: begun.why };
  const startedAt = deps.clock.now();
  const execution = await execute(bound, callId, deps);
  const head: Head = {
    callId,
    tool: bound.tool.name,
    decision: bound.decision,
    receipt: begun.receipts.at(-1) ?? null,
    unrecorded: false,
  };
  const outcome = await outcomeOf(execution, {
    head,
    bound,
    callId,
    deps,
    who: approval === null ? 'The caller gave up' : 'The runtime that ran it ended',
  });
  followLateEnd(execution, bound, parts);
  const ran = execution.kind === 'returned' ? readRan(execution.result) : null;
  const ended = await finish(outcome, { bound, parts, durationMs: deps.clock.now() - startedAt, ran });
  await learnFrom(ended, bound, deps);
  return { ran: true, outcome: ended };
}

/** What cannot be remembered now is not remembered: the outcome stands, and the next search finds what it would have found. */
async function learnFrom(outcome: Outcome, { call, tool }: Bound, { learning }: GateDeps): Promise<void> {
  if (outcome.kind !== 'completed' || outcome.observation.isError) return;
  await learning.used(call.caller, tool).catch(() => undefined);
}

/** Without the outcome of the call that was asked about, an equal call would run it a second time. */
function equalCall({ call, input }: Bound): ExecutionStart['unlessRequested'] {
  const { principal, session } = call.caller;
  return { principal, session, argumentKey: input.argumentKey };
}

interface OutcomeParts {
  readonly head: Head;
  readonly bound: Bound;
  readonly callId: string;
  readonly deps: GateDeps;
  /** Whose doing an abort is. */
  readonly who: string;
}

async function outcomeOf(execution: Execution, parts: OutcomeParts): Promise<Outcome> {
  const { head, bound, deps, who } = parts;
  switch (execution.kind) {
    case 'returned':
      return observed(execution.result, parts);
    case 'threw':
      return threw(execution, parts);
    case 'drifted':
      return refused(
        head,
        refuse('execute', execution.code, {
          reason: redactedText(execution.message, deps.redact),
          hint: 'Nothing was changed by this call. Look again at what is there now, then make a new call.',
        }).refusal,
      );
    case 'not_started':
      return aborted(head, `${who} before the tool was started. Nothing ran.`);
    case 'timed_out':
      return failed(head, {
        code: 'tool_timeout',
        message: timeoutText(bound, execution.mayStillAct),
        mayStillAct: execution.mayStillAct,
      });
    case 'aborted':
      return aborted(head, execution.mayStillAct ? `${who}; the tool may still act.` : `${who}; the tool was stopped.`);
  }
}

function timeoutText(bound: Bound, mayStillAct: boolean): string {
  const time = `${bound.tool.name} did not end within ${bound.tool.timeoutMs} ms`;
  return mayStillAct ? `${time} and did not stop when told to: it may still act.` : `${time} and was stopped.`;
}

/** Words of ours are ours, whatever the tool brings back. */
async function threw(
  { code, message }: { readonly code: string | null; readonly message: string },
  parts: OutcomeParts,
): Promise<Outcome> {
  const { head, bound, deps } = parts;
  if (code !== null) return failed(head, { code, message: redactedText(message, deps.redact), mayStillAct: false });
  try {
    const told = await observeFailure(message, bound.tool, observing(parts));
    return failed(head, { code: 'tool_failed', message: told, mayStillAct: false });
  } catch (cause) {
    return withheld('The tool failed. What it says', cause, parts);
  }
}

async function observed(result: unknown, parts: OutcomeParts): Promise<Outcome> {
  try {
    return completed(parts.head, await observe(result, parts.bound.tool, observing(parts)));
  } catch (cause) {
    return withheld('The tool ran. Its result', cause, parts);
  }
}

function observing({ bound, callId, deps }: OutcomeParts): ObserveDeps {
  const { session, principal } = bound.call.caller;
  return { ...deps, keep: (taken) => deps.flow.takeIn({ ...taken, session, principal, callId }) };
}

function withheld(what: string, cause: unknown, { head, deps }: OutcomeParts): Outcome {
  const why = redactedText(faultText(cause), deps.redact);
  const message = `${what} is withheld, since it could not be made safe to show: ${why}`;
  return failed(head, { code: 'content_withheld', message, mayStillAct: false });
}

interface FinishParts {
  readonly bound: Bound;
  readonly parts: RunParts;
  readonly durationMs: number;
  readonly ran: JsonObject | null;
}

async function finish(outcome: Outcome, { bound, parts, durationMs, ran }: FinishParts): Promise<Outcome> {
  const { deps, callId, approval } = parts;
  const status = endStatus(outcome);
  const written = executedEvent(callId, bound, {
    status,
    code: 'code' in outcome ? outcome.code : null,
    durationMs,
    approval: approval?.id ?? null,
    text: outcome.kind === 'completed' ? outcome.observation.text : '',
    label: outcome.kind === 'completed' ? outcome.observation.label : declaredLabel(bound.tool),
    ran,
  });
  const event = ran === null ? written : redactEvent(written, deps.redact);
  const end: ExecutionEnd = {
    callId,
    status,
    events: [event],
    approval:
      approval === null ? null : { id: approval.id, status: status === 'completed' ? status : 'failed', outcome },
  };
  try {
    const receipts: readonly Receipt[] = await deps.journal.finish(end);
    return { ...outcome, receipt: receipts.at(-1) ?? outcome.receipt };
  } catch {
    // What happened happened: the outcome is told, marked unrecorded, and the gate takes no call until this end is written.
    parts.unfinished.add(() => deps.journal.finish(end));
    return { ...outcome, unrecorded: true };
  }
}

function endStatus(outcome: Outcome): 'completed' | 'failed' | 'aborted' {
  if (outcome.kind === 'completed') return 'completed';
  return outcome.kind === 'aborted' ? 'aborted' : 'failed';
}

function followLateEnd(execution: Execution, bound: Bound, { deps, callId }: RunParts): void {
  if (!('mayStillAct' in execution) || !execution.mayStillAct) return;
  const event: NewEvent = {
    kind: 'tool_ended_late',
    envelope: callEnvelope(callId, bound.call, bound.tool.name),
    values: {},
  };
  const written = execution.late.then(() => deps.journal.append([event]));
  // A store that fails here fails the next call too, where it is told.
  written.catch(() => undefined);
}
