// A decision for people: every contribution, the deciding ones first, each with where it comes from.
import type { Decision, Reason } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';
import { layoutText } from './fields.ts';
import { lines } from './lines.ts';

export function renderDecision(tool: string, decision: Decision, width: number): string {
  const { effect, reasons, grant, unlooked, onceOnly } = decision;
  return lines(
    `${effect}  ${escapeVisible(tool)}`,
    renderReasons(reasons, width),
    grant === null ? null : layoutText(`answered by the grant ${grant}`, width),
    onceOnly ? layoutText('asks each time: no answer for the session is offered', width) : null,
    unlooked.length === 0 ? null : layoutText(`not looked up for an explanation: ${unlooked.join(', ')}`, width),
  );
}

/** What follows the effect stands below it. */
const hanging = 7;

export function renderReasons(reasons: readonly Reason[], width: number): string {
  return reasons.map((reason) => layoutText(reasonText(reason), width, hanging)).join('\n');
}

function reasonText(reason: Reason): string {
  return `${reason.effect.padEnd(5)}  ${originOf(reason)}: ${reason.text}`;
}

/** Where a contribution comes from: `rule rule_7f…, specificity 6, revision 12 [src/main.ts]`. */
export function originOf({ source, id, specificity, revision, target }: Reason): string {
  const weight = specificity === null ? '' : `, specificity ${specificity}, revision ${revision}`;
  return `${source} ${id}${weight}${target === null ? '' : ` [${target}]`}`;
}
