// One call on a connection: within its limits, with what its server says meanwhile handed to whoever called.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contract/index.ts';
import type { ServerTool } from '../tools/definition.ts';
import { createCallClock, type CallTimes } from './call-clock.ts';
import type { CallVoice, UnderWay } from './under-way.ts';

export type CallEnd =
  | { readonly kind: 'answered'; readonly result: CallToolResult }
  /** It answered with an error of the protocol. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'lost'; readonly why: string };

export interface CallLimits extends CallTimes {
  readonly signal: AbortSignal;
  readonly voice: CallVoice;
}

export interface Calling {
  readonly client: Client;
  readonly sdk: typeof sdkModule;
  readonly tool: ServerTool;
  readonly args: JsonObject;
  readonly limits: CallLimits;
  readonly underWay: UnderWay;
}

/** From this level on a server is asked for its log. */
export const logLevel = 'info';

/** Ours are kept by the clock, which stands still where a person is waited for. */
const noLimitOfTheirs = 2 ** 31 - 1;

/** Rejects with the signal's reason where that aborted: then that request alone is cancelled. */
export async function runCall(calling: Calling): Promise<CallEnd> {
  const { sdk, limits, underWay } = calling;
  const clock = createCallClock(limits);
  const leave = underWay.add(limits.voice);
  try {
    const signal = AbortSignal.any([limits.signal, clock.signal]);
    return { kind: 'answered', result: await request(calling, signal, clock.touch) };
  } catch (cause) {
    limits.signal.throwIfAborted();
    if (clock.signal.aborted) return { kind: 'timed_out' };
    if (cause instanceof sdk.ProtocolError) return { kind: 'refused', message: cause.message };
    return { kind: 'lost', why: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    leave();
    clock.end();
  }
}

function request(
  { client, sdk, tool, args, limits }: Calling,
  signal: AbortSignal,
  touch: () => void,
): Promise<CallToolResult> {
  // The newer protocol has it said with each call; the older one once, for the connection.
  const meta = client.getProtocolEra() === 'modern' ? { _meta: { [sdk.LOG_LEVEL_META_KEY]: logLevel } } : {};
  return client.callTool(
    { name: tool.name, arguments: { ...args }, ...meta },
    {
      signal,
      timeout: noLimitOfTheirs,
      // A server tells its progress only where somebody listens.
      onprogress({ progress, total = null, message = null }) {
        touch();
        limits.voice.tell({ kind: 'progress', progress, total, message });
      },
      toolDefinition: { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' } },
    },
  );
}
