// gatehouse approvals approve: shows what is approved, answers, waits for the execution and tells what came of it.
import {
  CapabilityError,
  type AnswerResult,
  type ApprovalAnswer,
  type ApprovalStatus,
  type ApprovalView,
} from '../../../../contract/index.ts';
import { exitCodeOf, exitCodes } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import type { Action } from '../../command-spec.ts';
import { renderApproval } from '../../render/approval.ts';
import { renderOutcome } from '../../render/outcome.ts';
import { readJson } from '../act/read-arguments.ts';
import { findApproval } from './find-approval.ts';

interface ApproveOptions {
  readonly session?: boolean;
  readonly minutes?: string;
  readonly edit?: string;
}

export const approve: Action<ApproveOptions> = async (invocation, [id = ''], options) => {
  const answer = await toAnswer(options, invocation);
  const view = await findApproval(id, invocation);
  if (view.status === 'pending') invocation.output.note(renderApproval(view, invocation.output.width));
  return tell(await give(answer, view, invocation), invocation);
};

async function toAnswer({ session, minutes, edit }: ApproveOptions, invocation: Invocation): Promise<ApprovalAnswer> {
  if (edit !== undefined) {
    if (session === true) throw misused('An edited call is approved once: leave out --session.');
    return { act: 'edit', arguments: await readJson(edit, invocation) };
  }
  if (minutes === undefined) return { act: session === true ? 'session' : 'once' };
  if (session !== true) throw misused('--minutes says how long --session lasts: give both, or none.');
  return { act: 'session', minutes: toMinutes(minutes) };
}

const mostMinutes = 24 * 60;

function toMinutes(text: string): number {
  const minutes = text.trim() === '' ? Number.NaN : Number(text);
  if (minutes > 0 && minutes <= mostMinutes) return minutes;
  throw misused(`--minutes takes a number above 0 and up to ${mostMinutes}, not ${JSON.stringify(text)}.`);
}

async function give(answer: ApprovalAnswer, view: ApprovalView, invocation: Invocation): Promise<AnswerResult> {
  const { signal } = invocation.environment;
  const owner = await invocation.ownerIn(view.workspace);
  try {
    const result = await owner.answer(view.id, answer, { by: invocation.by, signal });
    return signal.aborted && result.outcome === null ? await afterStop(view.id, invocation) : result;
  } catch (fault) {
    if (signal.aborted) return afterStop(view.id, invocation);
    throw fault;
  }
}

/** Who stops waiting wants to know whether the yes was written, and what became of what ran: in this process it ends first. */
async function afterStop(id: string, invocation: Invocation): Promise<AnswerResult> {
  await invocation.close();
  const approval = await findApproval(id, invocation);
  return { approval, outcome: null, text: `you stopped waiting; the request is ${approval.status}` };
}

function tell(result: AnswerResult, { output, command, environment }: Invocation): number {
  const { approval, outcome, text } = result;
  output.document(result);
  output.say(`${approval.id}: ${text}`);
  if (outcome === null) return exitCodes[environment.signal.aborted ? 'aborted' : rowOf(approval.status)];
  const told = renderOutcome(outcome, { width: output.width, command });
  if (told !== '') output.say(told);
  return exitCodeOf(outcome);
}

/** What became of a request whose outcome is not here: it went to the caller, or there is none yet. */
function rowOf(status: ApprovalStatus): keyof typeof exitCodes {
  switch (status) {
    case 'completed':
      return 'completed';
    case 'failed':
    case 'interrupted':
      return 'failed';
    case 'pending':
    case 'approved':
    case 'executing':
      return 'pending';
    case 'denied':
    case 'expired':
    case 'withdrawn':
    case 'superseded':
    case 'invalidated':
      return 'refused';
  }
}

function misused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
