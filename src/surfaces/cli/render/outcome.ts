// An outcome for people: what happened first, then why, then what to do now.
import type { ApprovalView, Explanation, Observation, Outcome, ResourceContents } from '../../../contract/index.ts';
import { base64Bytes, counted, escapeVisible } from '../../../text/index.ts';
import { layoutFields, layoutText } from './fields.ts';
import { lines } from './lines.ts';
import { originOf } from './decision.ts';
import { timeText } from './times.ts';

export interface OutcomeView {
  readonly width: number;
  /** What the user types before a command. */
  readonly command: string;
}

export function renderOutcome(outcome: Outcome, view: OutcomeView): string {
  switch (outcome.kind) {
    case 'completed':
      return lines(outcome.observation.blocks.map(blockText).join('\n'), restLine(outcome.observation, view));
    case 'pending':
      return renderPending(outcome.approval, view);
    case 'refused':
      return lines(
        renderRefusal(outcome, view),
        outcome.decision === null ? null : denials(outcome, view),
        unrecorded(outcome),
      );
    case 'failed':
      return lines(`Failed: ${escapeVisible(outcome.message, { keepLines: true })}`, unrecorded(outcome));
    case 'aborted':
      return lines(`Stopped: ${escapeVisible(outcome.reason)}`, unrecorded(outcome));
  }
}

type Block = Extract<Outcome, { kind: 'completed' }>['observation']['blocks'][number];

/** The part that was left out, without running anything again. */
function restLine({ ref }: Observation, { command }: OutcomeView): string | null {
  return ref === null ? null : `The rest: ${command} call last_output --arg ref=${ref}`;
}

/** Of data its type and size: base64 tells nobody anything. */
function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return dataLine(block.type === 'image' ? 'an image' : 'audio', block.mimeType, block.data);
    case 'resource':
      return resourceText(block.resource);
    case 'resource_link': {
      const { uri, name, title, description = '' } = block;
      return `[a link to ${escapeVisible([uri, title ?? name, description].filter((part) => part !== '').join(': '))}]`;
    }
  }
}

function resourceText(resource: ResourceContents): string {
  const { uri, mimeType = 'of no type' } = resource;
  if ('blob' in resource) return dataLine(`the resource ${uri}`, mimeType, resource.blob);
  return `[the resource ${escapeVisible(uri)}]\n${resource.text}`;
}

function dataLine(what: string, mimeType: string, data: string): string {
  const size = counted(base64Bytes(data), 'byte');
  return `[${escapeVisible(what)}, ${escapeVisible(mimeType)}, ${size}: --json has its data]`;
}

function renderPending(approval: ApprovalView, { width, command }: OutcomeView): string {
  const { id } = approval;
  const isOpen = approval.status === 'pending';
  return lines(
    isOpen ? `Waiting for approval: ${id}` : `Approved and not over yet (${approval.status}): ${id}`,
    layoutFields(
      [
        ['tool', `${approval.tool} (${approval.title}), risk ${approval.risk}`],
        ...approval.targets.map(({ action, kind, value }) => ['target', `${action} ${kind} ${value}`] as const),
        ['why', approval.reason],
        ['until', `${timeText(approval.expiresAt)} UTC`],
      ],
      width,
    ),
    ...(isOpen
      ? [
          '',
          `  ${command} approvals show ${id}`,
          `  ${command} approvals approve ${id}`,
          `  ${command} approvals deny ${id} --note "…"`,
          '',
        ]
      : []),
    `Then make the same call again for the outcome, or: ${command} call --collect ${id}`,
  );
}

type Refusal = NonNullable<Explanation['refusal']>;

/** What is wrong, each problem with its path and what was expected, and what would do. */
export function renderRefusal(refusal: Refusal, { width }: Pick<OutcomeView, 'width'>): string {
  const { problems } = refusal;
  return lines(
    `Refused (${refusal.by}): ${escapeVisible(refusal.reason)}`,
    // The first of them is the reason.
    ...(problems.length < 2
      ? []
      : problems.map(({ path, message, expected }) =>
          layoutText(`${path || '(arguments)'}: ${message}; expected ${expected}`, width),
        )),
    refusal.hint === '' ? null : escapeVisible(refusal.hint),
  );
}

/** Which rules, floors or modes refused: who is told "denied" and not by what gives a tool up, or guesses. */
function denials({ decision }: Extract<Outcome, { kind: 'refused' }>, { width }: OutcomeView): string | null {
  const denying = decision?.reasons.filter((reason) => reason.effect === 'DENY') ?? [];
  if (denying.length === 0) return null;
  // The first of them is the reason.
  const texts = denying.map((reason, at) => (at === 0 ? originOf(reason) : `${originOf(reason)}: ${reason.text}`));
  return texts.map((text) => layoutText(`denied by ${text}`, width, 2)).join('\n');
}

/** A call that never reached a gate of this process (it went to the daemon) has its record there. */
function unrecorded({ kind, unrecorded: isUnrecorded, callId }: Outcome): string | null {
  if (!isUnrecorded || kind === 'refused' || callId === '') return null;
  return 'This could not be recorded: the store does not write. Calls are refused until it does.';
}
