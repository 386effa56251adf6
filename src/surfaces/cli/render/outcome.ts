// An outcome for people: what happened first, then why, then what to do now.
import type { Decision, Outcome, Reason } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';

export function renderOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'completed':
      return outcome.observation.blocks.map((block) => (block.type === 'text' ? escapeVisible(block.text) : `[image, ${block.mimeType}]`)).join('\n');
    case 'pending':
      return renderPending(outcome);
    case 'refused':
      return renderRefused(outcome);
    case 'failed':
      return lines(`Failed: ${escapeVisible(outcome.message)}`, unrecorded(outcome));
    case 'aborted':
      return lines(`Stopped: ${outcome.reason}`, unrecorded(outcome));
  }
}

function renderPending({ approval }: Extract<Outcome, { kind: 'pending' }>): string {
  return lines(
    `Waiting for approval: ${approval.id}`,
    `  ${approval.title} (${approval.tool}), risk ${approval.risk}`,
    ...approval.targets.map((target) => `  ${target.action} ${target.kind} ${target.value}`),
    `  why: ${approval.reason}`,
    `  until ${approval.expiresAt}`,
    '',
    `  gatehouse approvals show ${approval.id}`,
    `  gatehouse approvals approve ${approval.id}`,
    `  gatehouse approvals deny ${approval.id} --note "…"`,
    'Then make the same call again to get the outcome.',
  );
}

function renderRefused(outcome: Extract<Outcome, { kind: 'refused' }>): string {
  return lines(
    `Refused (${outcome.by}): ${escapeVisible(outcome.reason)}`,
    ...outcome.problems.map((problem) => `  ${escapeVisible(problem.path || '(arguments)')}: ${escapeVisible(problem.message)}; expected ${escapeVisible(problem.expected)}`),
    outcome.hint === '' ? null : escapeVisible(outcome.hint),
    unrecorded(outcome),
  );
}

function unrecorded(outcome: Outcome): string | null {
  return outcome.unrecorded && outcome.kind !== 'refused' ? 'This could not be recorded: the store does not write. Calls are refused until it does.' : null;
}

/** The decision with every contribution, the deciding one first. */
export function renderDecision(tool: string, decision: Decision): string {
  return lines(
    `${decision.effect}  ${tool}`,
    ...decision.reasons.map(renderReason),
    decision.grant === null ? null : `  answered by the grant ${decision.grant}`,
    decision.unlooked.length === 0 ? null : `  not looked up for an explanation: ${decision.unlooked.join(', ')}`,
  );
}

function renderReason(reason: Reason): string {
  const weight = reason.specificity === null ? '' : `, specificity ${reason.specificity}`;
  const target = reason.target === null ? '' : ` [${escapeVisible(reason.target)}]`;
  return `  ${reason.effect.padEnd(5)} ${reason.source} ${reason.id}${weight}${target}: ${escapeVisible(reason.text)}`;
}

export function lines(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n');
}
