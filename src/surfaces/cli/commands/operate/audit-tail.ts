// gatehouse audit tail: events as they were written, newest last.
import { CapabilityError, eventKinds, type EventQuery, type RecordedEvent } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { eventLine } from '../../render/event.ts';

interface TailOptions {
  readonly limit?: string;
  readonly follow?: boolean;
  readonly kind?: string;
  readonly tool?: string;
}

export const tail: Action<TailOptions> = async ({ runtime, output, environment }, _args, options) => {
  const open = await runtime();
  const query = toQuery(options);
  const events = await open.events(query);
  if (options.follow !== true) {
    output.document(events);
    output.say(events.length === 0 ? 'No events.' : events.map(eventLine).join('\n'));
    return 0;
  }
  const print = (event: RecordedEvent) => {
    output.line(event);
    output.say(eventLine(event));
  };
  events.forEach(print);
  const last = events.at(-1);
  const after = last === undefined ? {} : { after: { at: last.at, writer: last.writer, seq: last.seq } };
  for await (const event of open.follow({ ...query, ...after }, environment.signal)) print(event);
  return 0;
};

function toQuery(options: TailOptions): EventQuery {
  const limit = Number(options.limit ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new CapabilityError('malformed_request', `--limit takes a whole number from 1 to 1000, not ${JSON.stringify(options.limit)}.`);
  const kind = eventKinds.find((item) => item === options.kind);
  if (options.kind !== undefined && kind === undefined) throw new CapabilityError('malformed_request', `--kind takes one of ${eventKinds.join(', ')}.`);
  return { limit, ...(kind === undefined ? {} : { kinds: [kind] }), ...(options.tool === undefined ? {} : { tool: options.tool }) };
}
