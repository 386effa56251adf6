// Runs a bound call that may run: one transaction before, one after, and the observation in between.
import type { ExecutionStart, NewEvent, Observation, Outcome, Receipt } from '../../contract/index.ts';
import { callEnvelope, decisionEvent, executedEvent, redactEvent } from '../audit/call-events.ts';
import type { Bound } from './stages/bind.ts';
import { execute, type Execution } from './stages/execute.ts';
import type { GateDeps } from './frame/gate-deps.ts';
import { observe } from './stages/observe.ts';
import { aborted, completed, failed, refused, type Head } from './frame/outcomes.ts';
import type { Unfinished } from './frame/unfinished.ts';

export type Run =
  | { readonly ran: true; readonly outcome: Outcome }
  /** Nothing ran: the store's state is not the one that was decided on. */
  | { readonly ran: false; readonly why: 'policy_moved' | 'grant_gone' | 'not_claimable' };

export interface RunParts {
  readonly deps: GateDeps;
  readonly unfinished: Unfinished;
  readonly callId: string;
  readonly approval: ExecutionStart['approval'];
  readonly events: readonly NewEvent[];
}

export async function runBound(bound: Bound, parts: RunParts): Promise<Run> {
  const { deps, callId, approval } = parts;
  const begun = await deps.journal.begin({
    callId,
    tool: bound.tool.name,
    approval,
    grantId: approval === null ? bound.decision.grant : null,
    policyRevision: bound.policy.revision,
    events: [redactEvent(decisionEvent(callId, bound, bound.requestHash), deps.redact), ...parts.events],
  });
  if (!begun.ok) return { ran: false, why: begun.why };
  const startedAt = deps.clock.now();
  const execution = await execute(bound, callId, deps);
  const head: Head = { callId, tool: bound.tool.name, decision: bound.decision, receipt: begun.receipts.at(-1) ?? null, unrecorded: false };
  const outcome = outcomeOf(execution, { head, bound, deps });
  followLateEnd(execution, bound, parts);
  return { ran: true, outcome: await finish(outcome, { bound, parts, durationMs: deps.clock.now() - startedAt }) };
}

interface OutcomeParts {
  readonly head: Head;
  readonly bound: Bound;
  readonly deps: GateDeps;
}

function outcomeOf(execution: Execution, { head, bound, deps }: OutcomeParts): Outcome {
  switch (execution.kind) {
    case 'returned':
      return observed(() => observe(execution.result, bound.tool, deps), head);
    case 'threw':
      return failed(head, { code: execution.code, message: execution.message, mayStillAct: false });
    case 'drifted':
      return refused(head, {
        by: 'execute',
        code: execution.code,
        reason: execution.message,
        hint: 'Nothing was changed by this call. Look again at what is there now, then make a new call.',
        problems: [],
        nearest: [],
        schema: null,
      });
    case 'timed_out':
      return failed(head, { code: 'tool_timeout', message: timeoutText(bound, execution.mayStillAct), mayStillAct: execution.mayStillAct });
    case 'aborted':
      return aborted(head, execution.mayStillAct ? 'The caller gave up; the tool may still act.' : 'The caller gave up; the tool was stopped.');
  }
}

function timeoutText(bound: Bound, mayStillAct: boolean): string {
  const time = `${bound.tool.name} did not end within ${bound.tool.timeoutMs} ms`;
  return mayStillAct ? `${time} and did not stop when told to: it may still act.` : `${time} and was stopped.`;
}

function observed(look: () => Observation, head: Head): Outcome {
  try {
    return completed(head, look());
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return failed(head, { code: 'content_withheld', message: `The tool ran. Its result is withheld, since it could not be made safe to show: ${why}`, mayStillAct: false });
  }
}

interface FinishParts {
  readonly bound: Bound;
  readonly parts: RunParts;
  readonly durationMs: number;
}

async function finish(outcome: Outcome, { bound, parts, durationMs }: FinishParts): Promise<Outcome> {
  const { deps, callId, approval } = parts;
  const status = endStatus(outcome);
  const event = executedEvent(callId, bound, {
    status,
    code: 'code' in outcome ? outcome.code : null,
    durationMs,
    approval: approval?.id ?? null,
    text: outcome.kind === 'completed' ? outcome.observation.text : '',
  });
  const end = {
    callId,
    status,
    events: [event],
    approval: approval === null ? null : { id: approval.id, status: status === 'completed' ? status : ('failed' as const), outcome },
  };
  try {
    const receipts: readonly Receipt[] = await deps.journal.finish(end);
    return { ...outcome, receipt: receipts.at(-1) ?? outcome.receipt };
  } catch {
    // What happened happened: the outcome is told, marked unrecorded, and the gate takes no call until this end is written.
    parts.unfinished.add(end);
    return { ...outcome, unrecorded: true };
  }
}

function endStatus(outcome: Outcome): 'completed' | 'failed' | 'aborted' {
  if (outcome.kind === 'completed') return 'completed';
  return outcome.kind === 'aborted' ? 'aborted' : 'failed';
}

function followLateEnd(execution: Execution, bound: Bound, { deps, callId }: RunParts): void {
  if (!('mayStillAct' in execution) || !execution.mayStillAct) return;
  const event: NewEvent = { kind: 'tool_ended_late', envelope: callEnvelope(callId, bound.call, bound.tool.name), values: {} };
  const written = execution.late.then(() => deps.journal.append([event]));
  // A store that fails here fails the next call too, where it is told.
  written.catch(() => undefined);
}
