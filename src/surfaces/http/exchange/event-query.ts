// Which events are asked for: one shape for lists, streams and exports.
import { z } from '@hono/zod-openapi';
import {
  CapabilityError,
  eventKinds,
  type EventKind,
  type EventQuery,
  type RecordedEvent,
} from '../../../contract/index.ts';

const wholeNumber = z.coerce.number<string>().int();

export const eventQueryShape = z.object({
  kinds: z.string().optional().openapi({ description: 'kinds of events, separated by commas' }),
  tool: z.string().optional(),
  call: z.string().optional().openapi({ description: 'the id of a call or of an approval' }),
  session: z.string().optional(),
  since: wholeNumber.optional().openapi({ description: 'milliseconds since the epoch' }),
  limit: wholeNumber.min(0).max(1000).optional(),
  after: z.string().optional().openapi({ description: 'AT:WRITER:SEQ of the last event that is known' }),
});

export function toEventQuery({
  kinds,
  tool,
  call,
  session,
  since,
  limit,
  after,
}: z.output<typeof eventQueryShape>): EventQuery {
  return {
    ...(kinds === undefined ? {} : { kinds: toKinds(kinds) }),
    ...(tool === undefined ? {} : { tool }),
    ...(call === undefined ? {} : { callId: call }),
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since }),
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { after: toPlace(after) }),
  };
}

/** The place of an event, as `after` and `Last-Event-ID` name it. */
export function placeText({ at, writer, seq }: Pick<RecordedEvent, 'at' | 'writer' | 'seq'>): string {
  return `${at}:${writer}:${seq}`;
}

/** Throws `malformed_request`. */
export function toPlace(text: string): NonNullable<EventQuery['after']> {
  const match = /^(\d{1,15}):([^\r\n]{0,200}):(\d{1,15})$/.exec(text);
  if (match === null) {
    throw new CapabilityError(
      'malformed_request',
      'The place of an event is AT:WRITER:SEQ, the id of an event of the stream.',
    );
  }
  return { at: Number(match[1]), writer: match[2] ?? '', seq: Number(match[3]) };
}

function toKinds(text: string): readonly EventKind[] {
  return (text === '' ? [] : text.split(',')).map((word) => {
    const found = eventKinds.find((item) => item === word);
    if (found !== undefined) return found;
    throw new CapabilityError(
      'malformed_request',
      `${JSON.stringify(word.slice(0, 80))} is no kind of event; there are ${eventKinds.join(', ')}.`,
    );
  });
}
