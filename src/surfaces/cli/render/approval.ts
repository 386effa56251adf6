// A request for approval for people: everything whole, so that what is approved is what was read.
import type { ApprovalView } from '../../../contract/index.ts';
import { lines } from './outcome.ts';

export function renderApproval(view: ApprovalView): string {
  return lines(
    `${view.id}  ${view.status}`,
    `  tool       ${view.tool} (${view.title}), risk ${view.risk}`,
    ...view.targets.map((target) => `  target     ${target.action} ${target.kind} ${target.value}`),
    `  arguments  ${view.arguments === null ? 'erased' : indent(JSON.stringify(view.arguments, null, 2))}`,
    `  why        ${view.reason}`,
    ...view.evidence.slice(1).map((reason) => `             ${reason.source} ${reason.id}: ${reason.text}`),
    `  asked by   ${view.principal} as ${view.agent}, over ${view.surface}, session ${view.session}`,
    `  workspace  ${view.workspace}`,
    `  asked at   ${view.createdAt}, open until ${view.expiresAt}`,
    `  request    ${view.requestHash}`,
    view.decidedBy === null ? null : `  answered   by ${view.decidedBy}`,
    view.note === null ? null : `  note       ${view.note}`,
    view.supersedes === null ? null : `  replaces   ${view.supersedes}`,
    view.supersededBy === null ? null : `  replaced   by ${view.supersededBy}`,
    view.onceOnly ? '  Each such call asks anew: it can be approved once, not for the session.' : null,
  );
}

/** One line of a list. */
export function approvalRow(view: ApprovalView): string[] {
  const target = view.targets.map(({ action, value }) => `${action} ${value}`).join(', ');
  return [view.id, view.status, view.risk, view.tool, view.principal, view.createdAt.slice(0, 19).replace('T', ' '), target];
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n             ');
}
