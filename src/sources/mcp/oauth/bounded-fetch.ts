// Requests of a login: through the guarded fetch, with an answer that is read whole, within a size and a time.
import type { LibraryFetch, LibraryRequest } from '../../../host/index.ts';

/** As the SDK asks; it is given answers that are there already. */
export type BoundedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FetchBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export const loginBounds: FetchBounds = { timeoutMs: 15_000, maxBytes: 256 * 1024 };

/** Rejects with `address_refused` or `fetch_failed` of the guarded fetch, and with an Error for an answer beyond its bounds. */
export function createBoundedFetch(fetch: LibraryFetch, { timeoutMs, maxBytes }: FetchBounds): BoundedFetch {
  return async (url, init = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const host = new URL(String(url)).host;
    deadline.addEventListener('abort', () => reject(new Error(`${host} did not answer within ${timeoutMs} ms`)));
    // Nobody may wait for it any more when it rejects.
    late.catch(() => undefined);
    const answer = await Promise.race([fetch(url, { ...askedOf(init), signal: deadline }), late]);
    const { status, headers } = answer;
    const body = await readWhole(answer, late, (bytes) => {
      if (bytes > maxBytes) throw new Error(`the answer of ${host} is longer than ${maxBytes} bytes`);
    });
    const isBare = status === 204 || status === 205 || status === 304;
    return new Response(isBare ? null : body, { status, headers });
  };
}

function askedOf({ method, headers, body }: RequestInit): LibraryRequest {
  return {
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    // What is no text is refused there.
    ...(body === undefined || body === null ? {} : { body }),
  };
}

async function readWhole(
  answer: Response,
  late: Promise<never>,
  check: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const piece = await Promise.race([reader?.read(), late]);
      if (piece?.value === undefined) return Uint8Array.from(Buffer.concat(chunks));
      bytes += piece.value.length;
      check(bytes);
      chunks.push(piece.value);
    }
  } finally {
    // Its connection ends with it.
    reader?.cancel().catch(() => undefined);
  }
}
