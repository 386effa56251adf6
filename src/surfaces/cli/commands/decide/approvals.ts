// gatehouse approvals: what waits, looking at it, saying no to it and taking it back.
import { CapabilityError, type ApprovalAnswer } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { renderApproval, renderApprovalBrief } from '../../render/approval.ts';
import { layoutParagraph } from '../../render/fields.ts';
import { renderQuestion, renderQuestionBrief } from '../../render/question.ts';
import { findApproval } from './find-approval.ts';
import { findQuestion } from './questions.ts';

/** More are not read at a glance; the newest come first. */
const mostListed = 100;

export const listApprovals: Action<{ readonly all?: boolean }> = async (
  { runtime, caller, output, command },
  _args,
  options,
) => {
  const show = options.all === true ? 'all' : 'open';
  const opened = await runtime();
  const [questions, views] = [
    await opened.questions(caller, { show, limit: mostListed }),
    await opened.approvals(caller, { show, limit: mostListed }),
  ];
  output.document([...questions, ...views]);
  if (views.length === 0 && questions.length === 0) {
    output.say(
      show === 'all'
        ? 'Nothing was asked yet.'
        : `Nothing waits for an answer. ${command} approvals --all lists what was answered.`,
    );
    return 0;
  }
  const shown = [
    ...questions.map((view) => renderQuestionBrief(view, output.width)),
    ...views.map((view) => renderApprovalBrief(view, output.width)),
  ];
  output.say(shown.join('\n\n'));
  const cut = views.length === mostListed ? ` These are the newest ${mostListed}.` : '';
  output.say(
    `\n${layoutParagraph(`${command} approvals show ID, approve ID or deny ID, and answer ID for a question; the first characters of an id do.${cut}`, output.width)}`,
  );
  return 0;
};

export const showApproval: Action = async (invocation, [id = '']) => {
  const question = await findQuestion(id, invocation);
  if (question !== null) {
    invocation.output.document(question);
    invocation.output.say(renderQuestion(question, invocation.output.width));
    return 0;
  }
  const view = await findApproval(id, invocation);
  invocation.output.document(view);
  invocation.output.say(renderApproval(view, invocation.output.width));
  return 0;
};

export const deny: Action<{ readonly note?: string }> = async (invocation, [id = ''], options) => {
  const view = await findApproval(id, invocation);
  const owner = await invocation.owner();
  const answer: ApprovalAnswer = options.note === undefined ? { act: 'deny' } : { act: 'deny', note: options.note };
  const result = await owner.answer(view.id, answer, { by: invocation.by });
  invocation.output.document(result);
  invocation.output.say(
    `Denied ${result.approval.id}: ${view.tool} does not run, and its caller is told${options.note === undefined ? '' : ' your note'}.`,
  );
  return 0;
};

export const withdraw: Action = async (invocation, [id = '']) => {
  const view = await findApproval(id, invocation);
  const done = await (await invocation.runtime()).withdraw(invocation.caller, view.id);
  if (!done)
    throw new CapabilityError('not_answerable', `The request ${view.id} is ${view.status} and cannot be taken back.`, {
      details: { id: view.id },
    });
  invocation.output.document({ id: view.id, status: 'withdrawn' });
  invocation.output.say(`Taken back: ${view.id}. The same call made again asks anew.`);
  return 0;
};
