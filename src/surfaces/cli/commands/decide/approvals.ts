// gatehouse approvals: what waits, and the answers to it.
import { CapabilityError, type ApprovalAnswer, type ApprovalView, type AnswerResult } from '../../../../contract/index.ts';
import { layoutTable } from '../../../../text/index.ts';
import { exitCodeOf } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import type { Action } from '../../command-spec.ts';
import { approvalRow, renderApproval } from '../../render/approval.ts';
import { renderOutcome } from '../../render/outcome.ts';

export const listApprovals: Action<{ readonly all?: boolean }> = async ({ runtime, caller, output }, _args, options) => {
  const views = await (await runtime()).approvals(caller, { show: options.all === true ? 'all' : 'open' });
  output.document(views);
  output.say(
    views.length === 0
      ? 'Nothing waits for an answer.'
      : layoutTable(views.map(approvalRow), { width: output.width, headers: ['ID', 'STATUS', 'RISK', 'TOOL', 'ASKED BY', 'AT (UTC)', 'TARGETS'] }),
  );
  return 0;
};

export const showApproval: Action = async (invocation, [id = '']) => {
  const view = await find(id, invocation);
  invocation.output.document(view);
  invocation.output.say(renderApproval(view));
  return 0;
};

interface ApproveOptions {
  readonly session?: boolean;
  readonly minutes?: string;
  readonly edit?: string;
}

export const approve: Action<ApproveOptions> = async (invocation, [id = ''], options) => {
  const { environment, output, by } = invocation;
  const view = await find(id, invocation);
  output.note(renderApproval(view));
  const owner = await invocation.owner();
  const result = await owner.answer(view.id, toAnswer(options), by, environment.signal);
  return tell(result, invocation);
};

function toAnswer(options: ApproveOptions): ApprovalAnswer {
  if (options.edit !== undefined) {
    if (options.session === true) throw new CapabilityError('malformed_request', 'An edited call is approved once: leave out --session.');
    return { act: 'edit', arguments: options.edit };
  }
  if (options.session !== true) {
    if (options.minutes !== undefined) throw new CapabilityError('malformed_request', '--minutes goes with --session.');
    return { act: 'once' };
  }
  return options.minutes === undefined ? { act: 'session' } : { act: 'session', minutes: Number(options.minutes) };
}

export const deny: Action<{ readonly note?: string }> = async (invocation, [id = ''], options) => {
  const view = await find(id, invocation);
  const owner = await invocation.owner();
  const answer: ApprovalAnswer = options.note === undefined ? { act: 'deny' } : { act: 'deny', note: options.note };
  const result = await owner.answer(view.id, answer, invocation.by);
  invocation.output.document(result);
  invocation.output.say(`Denied ${result.approval.id}.`);
  return 0;
};

export const withdraw: Action = async (invocation, [id = '']) => {
  const view = await find(id, invocation);
  const done = await (await invocation.runtime()).withdraw(invocation.caller, view.id);
  if (!done) throw new CapabilityError('not_answerable', `The request ${view.id} is ${view.status} and cannot be taken back.`);
  invocation.output.document({ id: view.id, status: 'withdrawn' });
  invocation.output.say(`Taken back: ${view.id}.`);
  return 0;
};

async function find(id: string, { runtime, caller }: Invocation): Promise<ApprovalView> {
  const view = await (await runtime()).approval(caller, id);
  if (view === null) throw new CapabilityError('unknown_approval', `No request for approval has the id ${JSON.stringify(id)}. gatehouse approvals lists what waits.`);
  return view;
}

/** An edit that was refused changed nothing: its outcome says why and gives the exit code. */
function tell(result: AnswerResult, { output }: Invocation): number {
  output.document(result);
  output.say(`${result.approval.id}: ${result.text}`);
  if (result.outcome === null) return result.approval.status === 'invalidated' ? 3 : 0;
  output.say(renderOutcome(result.outcome));
  return exitCodeOf(result.outcome);
}
