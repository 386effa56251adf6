// Hears what a server says and asks by messages of its own, which name no call: told and asked where it is known whose they are, else left out or refused.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../contract/index.ts';
import { elicit } from './answer-requests.ts';
import { rootsOf } from './roots.ts';
import type { UnderWay } from './under-way.ts';

export interface Hearing {
  readonly client: Client;
  readonly sdk: typeof sdkModule;
  readonly server: string;
  readonly roots: readonly string[];
  readonly underWay: UnderWay;
}

/** With no folders to tell of, a server is not told that it could ask. */
export function capabilitiesWith(roots: readonly string[]): ClientCapabilities {
  return { elicitation: { form: {}, url: {} }, ...(roots.length === 0 ? {} : { roots: {} }) };
}

export function hear({ client, sdk, server, roots, underWay }: Hearing): void {
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { level, logger = null, data } = params;
    underWay.only()?.tell({ kind: 'log', level, logger, data: data as JsonValue }); // a cast: it was JSON on the wire
  });
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const voice = underWay.only();
    if (voice !== null) return { ...(await elicit(params, { server, voice, signal: mcpReq.signal })) };
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InvalidRequest,
      'No call is under way that this could belong to, or calls of several users are: nobody is asked.',
    );
  });
  if (roots.length > 0) client.setRequestHandler('roots/list', () => rootsOf(roots));
}
