// gatehouse audit show: everything recorded of one call or one request for approval, values included.
import { CapabilityError, type RecordedEvent } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { eventLine } from '../../render/event.ts';
import { layoutFields } from '../../render/fields.ts';
import { eventsOfApproval, eventsOfCall } from './related-events.ts';

export const show: Action = async ({ runtime, caller, output, command }, [given = '']) => {
  const open = await runtime();
  const approval = await open.approval(caller, given);
  const events = approval === null ? await eventsOfCall(given, open) : await eventsOfApproval(approval, open);
  if (events.length === 0) {
    throw new CapabilityError(
      'malformed_request',
      `Nothing is recorded of ${JSON.stringify(given)}. Give the whole id of a call, or of an approval; ${command} audit tail shows them.`,
    );
  }
  output.document(events);
  output.say(events.map((event) => renderWhole(event, output.width)).join('\n\n'));
  return 0;
};

function renderWhole(event: RecordedEvent, width: number): string {
  const values = Object.entries(event.values).map(
    ([name, value]) => [name, value === null ? 'erased' : JSON.stringify(value)] as const,
  );
  return `${eventLine(event, width)}\n${layoutFields([...values, ['hash', event.hash]], width)}`;
}
