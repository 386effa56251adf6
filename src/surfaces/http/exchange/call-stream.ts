// A call whose client reads its answer as it comes: what it says while it runs, one event each, and its outcome as the last.
import { isCapabilityError, type Call, type Notice, type Outcome } from '../../../contract/index.ts';
import { replyFault, replyOutcome } from './reply.ts';
import type { RouteRequest } from './route.ts';
import { replyStream } from './stream.ts';

/** What a reader that is slow may be behind; what comes then is left out. The outcome never is. */
const mostWaiting = 1_000;

type Item =
  | { readonly event: 'notice'; readonly data: Notice }
  | { readonly event: 'outcome' | 'fault'; readonly data: string };

/** Runs a call for one that listens, until the signal aborts. */
export type HeardCall = (beside: Required<Pick<Call, 'onNotice' | 'signal'>>) => Promise<Outcome>;

export function streamCall(call: HeardCall, route: RouteRequest): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, route.signal]);
  return replyStream(
    {
      items: itemsOf((onNotice) => call({ onNotice, signal }), route),
      write: ({ event, data }) =>
        `event: ${event}\ndata: ${event === 'notice' ? JSON.stringify({ notice: data }) : data}\n\n`,
      stop: () => gone.abort(),
      quiet: ': the call runs\n\n',
      contentType: 'text/event-stream; charset=utf-8',
    },
    route,
  );
}

type Heard = (onNotice: (notice: Notice) => void) => Promise<Outcome>;

async function* itemsOf(call: Heard, route: RouteRequest): AsyncGenerator<Item> {
  const waiting: Item[] = [];
  let wake = (): void => undefined;
  const put = (item: Item): void => {
    if (item.event === 'notice' && waiting.length >= mostWaiting) return;
    waiting.push(item);
    wake();
  };
  void lastItem(() => call((data) => put({ event: 'notice', data })), route).then(put);
  for (;;) {
    const item = waiting.shift();
    if (item === undefined) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    yield item;
    if (item.event !== 'notice') return;
  }
}

/** Never rejects. */
async function lastItem(call: () => Promise<Outcome>, { runtime, caller, report }: RouteRequest): Promise<Item> {
  try {
    const outcome = await call();
    const mayAnswer = outcome.kind === 'pending' && runtime.mayElicit(caller);
    return { event: 'outcome', data: await lineOf(replyOutcome(outcome), 'outcome', { mayAnswer }) };
  } catch (fault) {
    if (!isCapabilityError(fault))
      report(`A streamed call failed: ${fault instanceof Error ? fault.message : String(fault)}`);
    return { event: 'fault', data: await lineOf(replyFault(fault), 'fault', {}) };
  }
}

/** The answer as it is without a stream, beside the status that it would have. */
async function lineOf(response: Response, name: string, more: { readonly mayAnswer?: boolean }): Promise<string> {
  const body = await response.text();
  return `{"status":${response.status},${Object.entries(more)
    .map(([key, value]) => `"${key}":${value},`)
    .join('')}"${name}":${body}}`;
}
