// A response that is written as things come, and that stops whatever feeds it when nobody reads any more.
import type { RouteRequest } from './route.ts';

export interface StreamSource<Item> {
  readonly items: AsyncIterable<Item>;
  /** The text of one item; empty leaves it out. */
  readonly write: (item: Item) => string;
  /** Ends what feeds `items`. */
  readonly stop: () => void;
  /** Written at once and whenever nothing came for a while: a reader, or a proxy, that is gone is noticed by it. Empty writes nothing. */
  readonly quiet: string;
  readonly contentType: string;
}

const quietMs = 15_000;

type Streamed = Pick<RouteRequest, 'signal' | 'cut' | 'report'>;

export function replyStream<Item>(source: StreamSource<Item>, request: Streamed): Response {
  const iterator = source.items[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  let cancelled = false;
  const end = (): void => {
    if (over) return;
    over = true;
    clearInterval(timer);
    request.signal.removeEventListener('abort', end);
    source.stop();
    // Ends a generator that waits for nothing; one that waits is ended by `stop`.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (request.signal.aborted) end();
      request.signal.addEventListener('abort', end, { once: true });
      if (source.quiet === '') return;
      const tell = () => controller.enqueue(encoder.encode(source.quiet));
      tell();
      timer = setInterval(() => (!over && (controller.desiredSize ?? 0) > 0 ? tell() : undefined), quietMs);
    },
    async pull(controller) {
      const text = await nextText(iterator, source).catch((cause: unknown) => {
        if (!over) request.report(`A stream broke off: ${cause instanceof Error ? cause.message : String(cause)}`);
        request.cut();
        return null;
      });
      if (text !== null && !over) return controller.enqueue(encoder.encode(text));
      end();
      if (!cancelled) controller.close();
    },
    cancel() {
      cancelled = true;
      end();
    },
  });
  return new Response(body, { headers: { 'content-type': source.contentType } });
}

/** Null at the end. */
async function nextText<Item>(iterator: AsyncIterator<Item>, { write }: StreamSource<Item>): Promise<string | null> {
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return null;
    const text = write(next.value);
    if (text !== '') return text;
  }
}
