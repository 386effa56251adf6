// A call to the daemon whose caller listens: its notices as they come, and its outcome as the last of the stream.
import { CapabilityError, type JsonObject, type Notice, type Outcome } from '../../contract/index.ts';
import { socketEvents } from '../../host/index.ts';
import {
  believed,
  faultOf,
  isObject,
  readItem,
  socketRequestOf,
  streamFault,
  type RemotePlace,
  type RemoteRequest,
} from './exchange.ts';

export interface SentOutcome {
  readonly outcome: Outcome;
  /** The operator allows this client to answer its own request. */
  readonly mayAnswer: boolean;
}

/** Throws what the daemon refused the call with, and `daemon_unreachable` where the stream ends without an outcome. */
export async function streamedOutcome(
  request: RemoteRequest,
  place: RemotePlace,
  onNotice: (notice: Notice) => void,
): Promise<SentOutcome> {
  try {
    for await (const data of socketEvents(socketRequestOf(place, request))) {
      const item = readItem(data);
      if (!isObject(item)) continue;
      const { notice, outcome, fault, status } = item;
      if (notice !== undefined) onNotice(believed<Notice>(notice));
      if (fault !== undefined) throw faultOf(typeof status === 'number' ? status : 500, fault);
      if (isObject(outcome)) return { outcome: withoutStatus(outcome), mayAnswer: item['mayAnswer'] === true };
    }
  } catch (cause) {
    throw streamFault(cause);
  }
  throw new CapabilityError('daemon_unreachable', 'The daemon ended the answer to a call before its outcome.');
}

/** `isError` is for clients that know only the status. */
export function withoutStatus({ isError: _told, ...outcome }: JsonObject): Outcome {
  return believed<Outcome>(outcome);
}
