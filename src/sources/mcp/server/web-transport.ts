// The SDK's transports over HTTP, on the guarded fetch: what they cannot tell of an answer's status is seen here.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import type { LibraryFetch } from '../../../host/index.ts';
import { SessionGone } from '../asks/session-gone.ts';
import type { ServerTraits } from './traits.ts';

export interface WebWay {
  readonly kind: 'web';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: LibraryFetch;
}

export interface WebTransport {
  readonly transport: Transport;
  /** Of the last message that was answered with an error; null where none was. */
  refusedWith(): number | null;
}

export function webTransport(
  sdk: typeof sdkModule,
  { url, headers, fetch }: WebWay,
  web: ServerTraits['web'],
): WebTransport {
  let refused: number | null = null;
  const watched: LibraryFetch = async (asked, init) => {
    const answer = await fetch(asked, init);
    if (init?.method !== 'POST') return answer;
    refused = answer.ok ? null : answer.status;
    if (answer.status !== 404 || !(web === 'sse' || hasSession(init))) return answer;
    await answer.body?.cancel();
    throw new SessionGone();
  };
  const options = { requestInit: { headers: { ...headers } }, fetch: watched };
  const transport =
    web === 'sse'
      ? new sdk.SSEClientTransport(new URL(url), options)
      : new sdk.StreamableHTTPClientTransport(new URL(url), options);
  return { transport, refusedWith: () => refused };
}

function hasSession({ headers }: NonNullable<Parameters<LibraryFetch>[1]>): boolean {
  return new Headers(headers).has('mcp-session-id');
}
