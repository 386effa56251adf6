// A request for approval for people: everything whole, so that what is approved is what was read.
import type { ApprovalView, JsonObject, JsonValue, Reason } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';
import { originOf } from './decision.ts';
import { layoutFields, type Field } from './fields.ts';
import { lines } from './lines.ts';
import { timeText } from './times.ts';

export function renderApproval(view: ApprovalView, width: number): string {
  return lines(
    headLine(view),
    layoutFields(
      [
        ['tool', `${view.tool} (${view.title})`],
        ...targetFields(view),
        ...argumentFields(view),
        ['why', view.reason],
        ...view.evidence.map((reason): Field => ['evidence', evidenceText(reason, view)]),
        ['asked by', `${view.principal} as ${view.agent}, over ${view.surface}`],
        ['session', view.session],
        ['workspace', view.workspace],
        ['asked at', `${timeText(view.createdAt)} UTC, open until ${timeText(view.expiresAt)} UTC`],
        ['request', view.requestHash],
        optional('answered', view.decidedBy === null ? null : `by ${view.decidedBy}`),
        optional('note', view.note),
        optional('replaces', view.supersedes),
        optional('replaced', view.supersededBy === null ? null : `by ${view.supersededBy}`),
        optional('--session', view.status === 'pending' && !view.onceOnly ? sessionText(view) : null),
        optional(
          'once only',
          view.onceOnly ? 'Each such call asks anew: it can be approved once, not for the session.' : null,
        ),
      ],
      width,
    ),
  );
}

/** What `--session` would let through besides this call. */
function sessionText({ tool, targets }: ApprovalView): string {
  const isSame = targets.length === 0 || targets.some(({ kind }) => kind === 'command');
  return isSame
    ? 'lets calls with the very same arguments run unasked for a while.'
    : `lets calls of ${tool} on the same target run unasked for a while, whatever else they are given, such as another content.`;
}

/** For a list: as much as tells the requests apart, and targets whole. */
export function renderApprovalBrief(view: ApprovalView, width: number): string {
  return lines(
    headLine(view),
    layoutFields(
      [
        ...(view.targets.length > 0 ? targetFields(view) : argumentFields(view)),
        ['why', view.reason],
        [
          'asked',
          `${timeText(view.createdAt)} UTC by ${view.principal} over ${view.surface}, open until ${timeText(view.expiresAt)} UTC`,
        ],
      ],
      width,
    ),
  );
}

function headLine(view: ApprovalView): string {
  return `${view.id}  ${view.status}  ${escapeVisible(view.tool)}  risk ${view.risk}`;
}

function targetFields({ targets }: ApprovalView): readonly Field[] {
  return targets.map(({ action, kind, value }) => ['target', `${action} ${kind} ${value}`]);
}

function evidenceText(reason: Reason, view: ApprovalView): string {
  const origin = `${reason.effect} ${originOf(reason)}`;
  // Said above, as the reason why it asks.
  return reason.text === view.reason ? origin : `${origin}: ${reason.text}`;
}

/** Texts stand as they are, other values as JSON; each argument by itself, so that a long one hides no other. */
function argumentFields(view: ApprovalView): readonly Field[] {
  if (view.arguments === null) return [['arguments', 'erased']];
  const entries = isObject(view.arguments) ? Object.entries(view.arguments) : [];
  if (entries.length === 0) return [['arguments', JSON.stringify(view.arguments)]];
  return entries.map(([name, value]) => [
    'argument',
    `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ]);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function optional(label: string, value: string | null): Field | null {
  return value === null ? null : [label, value];
}
