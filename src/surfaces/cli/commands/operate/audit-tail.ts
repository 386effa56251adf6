// gatehouse audit tail: events as they were written, newest last; with --follow also those that come.
import {
  CapabilityError,
  eventKinds,
  type EventKind,
  type EventQuery,
  type RecordedEvent,
} from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { exitCodes } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { eventLine } from '../../render/event.ts';

interface TailOptions {
  readonly limit?: string;
  readonly follow?: boolean;
  readonly kind?: string;
  readonly tool?: string;
}

export const tail: Action<TailOptions> = async (invocation, _args, options) => {
  const { output } = invocation;
  const query = toQuery(options);
  const events = await (await invocation.runtime()).events(query);
  if (options.follow === true) return follow(events, query, invocation);
  output.document(events);
  output.say(
    events.length === 0 ? 'No such events.' : events.map((event) => eventLine(event, output.lineWidth)).join('\n'),
  );
  return exitCodes.completed;
};

async function follow(
  events: readonly RecordedEvent[],
  query: EventQuery,
  { runtime, output, environment }: Invocation,
): Promise<number> {
  const print = async (event: RecordedEvent) => {
    if (output.json) await output.line(event);
    else output.say(eventLine(event, output.lineWidth));
  };
  for (const event of events) await print(event);
  const last = events.at(-1);
  const after = last === undefined ? {} : { after: { at: last.at, writer: last.writer, seq: last.seq } };
  for await (const event of (await runtime()).follow({ ...query, ...after }, environment.signal)) await print(event);
  if (environment.signal.aborted) return exitCodes.completed;
  // Only a daemon that goes away ends it by itself.
  throw new CapabilityError(
    'daemon_unreachable',
    'The daemon stopped, and nothing follows any more. Run the command again to go on.',
  );
}

const defaultLimit = 20;
const mostEvents = 1000;

function toQuery({ limit, kind, tool }: TailOptions): EventQuery {
  return {
    limit: limit === undefined ? defaultLimit : toLimit(limit),
    ...(kind === undefined ? {} : { kinds: [toKind(kind)] }),
    ...(tool === undefined ? {} : { tool }),
  };
}

function toLimit(text: string): number {
  const limit = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostEvents) return limit;
  throw new CapabilityError(
    'malformed_request',
    `--limit takes a whole number from 1 to ${mostEvents}, not ${JSON.stringify(text)}.`,
  );
}

function toKind(text: string): EventKind {
  const kind = eventKinds.find((item) => item === text);
  if (kind !== undefined) return kind;
  throw new CapabilityError(
    'malformed_request',
    `--kind takes one of ${eventKinds.join(', ')}, not ${JSON.stringify(text)}.`,
  );
}
