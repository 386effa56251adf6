// gatehouse audit show: everything recorded of one call or one request for approval, values included.
import { CapabilityError, type RecordedEvent } from '../../../../contract/index.ts';
import { escapeVisible } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { eventLine } from '../../render/event.ts';

export const show: Action = async ({ runtime, output }, [id = '']) => {
  const events = await (await runtime()).events({ callId: id, limit: 1000 });
  if (events.length === 0) throw new CapabilityError('malformed_request', `Nothing is recorded of ${JSON.stringify(id)}. Give the id of a call or of an approval.`);
  output.document(events);
  output.say(events.map(render).join('\n\n'));
  return 0;
};

function render(event: RecordedEvent): string {
  const values = Object.entries(event.values).map(([name, value]) => `  ${name}: ${value === null ? 'erased' : escapeVisible(JSON.stringify(value, null, 2)).replaceAll('\n', '\n  ')}`);
  return [eventLine(event), ...values, `  hash: ${event.hash}`].join('\n');
}
