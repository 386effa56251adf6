// Hears what a server says and asks by messages of its own, which name no call: told and asked where it is known whose they are, else left out or refused.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { Client, ClientCapabilities, CreateMessageResult } from '@modelcontextprotocol/client';
import type { JsonValue, Sampling } from '../../../contract/index.ts';
import { elicit, sample } from './answer-requests.ts';
import { rootsOf } from './roots.ts';
import type { CallVoice, UnderWay } from './under-way.ts';

/** As the protocol says it. */
const refusedByUser = -1;

export interface Hearing {
  readonly client: Client;
  readonly sdk: typeof sdkModule;
  readonly server: string;
  readonly roots: readonly string[];
  /** Whether it may ask for completions. */
  readonly sampling: boolean;
  readonly underWay: UnderWay;
}

/** With no folders to tell of, or nobody who makes completions, a server is not told that it could ask. */
export function capabilitiesWith(roots: readonly string[], sampling: Sampling | null): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    ...(roots.length === 0 ? {} : { roots: {} }),
    ...(sampling === null ? {} : { sampling: sampling.tools ? { tools: {} } : {} }),
  };
}

/** Said once for all calls of a connection of the older era, whichever client may make them: most make none with tools. */
export const ofConnection: Sampling = { tools: false };

export function hear({ client, sdk, server, roots, sampling, underWay }: Hearing): void {
  const caller = (): CallVoice => {
    const voice = underWay.only();
    if (voice !== null) return voice;
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InvalidRequest,
      'No call is under way that this could belong to, or calls of several users are: nobody is asked.',
    );
  };
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { level, logger = null, data } = params;
    underWay.only()?.tell({ kind: 'log', level, logger, data: data as JsonValue }); // a cast: it was JSON on the wire
  });
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    return { ...(await elicit(params, { server, voice: caller(), signal: mcpReq.signal })) };
  });
  if (sampling)
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
      const sampled = await sample(params, { server, voice: caller(), signal: mcpReq.signal });
      // A cast: it was read member by member.
      if (sampled.ok) return { ...sampled.result } as CreateMessageResult;
      const { InvalidRequest } = sdk.ProtocolErrorCode;
      throw new sdk.ProtocolError(sampled.isRefusedByUser ? refusedByUser : InvalidRequest, sampled.message);
    });
  if (roots.length > 0) client.setRequestHandler('roots/list', () => rootsOf(roots));
}
