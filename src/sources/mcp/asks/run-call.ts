// One request on a connection: within its limits, with what its server says meanwhile handed to whoever called.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import { wayKey, type JsonObject } from '../../../contract/index.ts';
import type { CarriedResults, ServerAnswer } from '../wire/carried-results.ts';
import { loginFaultBehind } from '../spec/login-faults.ts';
import type { ServerTool } from '../tools/definition.ts';
import { createCallClock, type CallClock, type CallTimes } from './call-clock.ts';
import { capabilitiesWith } from './hear.ts';
import { untilAnswered, type Given } from './rounds.ts';
import { SessionGone } from './session-gone.ts';
import type { CallVoice, UnderWay } from './under-way.ts';

/** What a request came to. */
export type End<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  /** It answered with what is no result. */
  | { readonly kind: 'misshapen' }
  /** It answered with an error of the protocol. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The server did not take it, since it knows the session no more. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'lost'; readonly why: string };

export type CallEnd = End<ServerAnswer>;

export interface CallLimits extends CallTimes {
  readonly signal: AbortSignal;
  readonly voice: CallVoice;
}

export interface Asking {
  readonly client: Client;
  readonly sdk: typeof sdkModule;
  readonly limits: CallLimits;
  readonly underWay: UnderWay;
  /** The id of this Gatehouse among others. */
  readonly instance: string;
}

/** Of a request in whose midst the server may ask. */
export interface Answering extends Asking, Given {
  /** Its name, as the user knows it. */
  readonly server: string;
}

export interface Calling extends Answering {
  readonly carried: CarriedResults;
  readonly tool: ServerTool;
  readonly args: JsonObject;
}

/** From this level on a server is asked for its log. */
export const logLevel = 'info';

/** Ours are kept by the clock, which stands still where a person is waited for. */
const noLimitOfTheirs = 2 ** 31 - 1;

export function runCall({ server, roots, sampling, carried, tool, args, ...asking }: Calling): Promise<CallEnd> {
  const { client, sdk } = asking;
  // The newer protocol has it said with each call; the older one once, for the connection.
  const level = client.getProtocolEra() === 'modern' ? { [sdk.LOG_LEVEL_META_KEY]: logLevel } : {};
  const said = { ...level, ...capabilitiesOf({ roots, sampling, ...asking }) };
  const toolDefinition = { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' as const } };
  const params = { name: tool.name, arguments: { ...args }, _meta: { ...said, ...wayOf(asking) } };
  return runRequest(asking, async (options, asked) => {
    const call = (more: JsonObject) =>
      client.callTool({ ...params, ...more }, { ...options, toolDefinition, allowInputRequired: true });
    return carried.answerOf(await untilAnswered(call, sdk, { server, roots, sampling, ...asked }));
  });
}

/** Of a request of the newer era: completions are there to be asked for only where whoever made this call makes them. */
export function capabilitiesOf({ client, sdk, limits, roots, sampling }: Omit<Answering, 'server'>): JsonObject {
  if (client.getProtocolEra() !== 'modern') return {};
  const made = sampling ? (limits.voice.sampling ?? null) : null;
  // A cast: flags of the protocol, which are JSON.
  return { [sdk.CLIENT_CAPABILITIES_META_KEY]: capabilitiesWith(roots, made) as JsonObject };
}

/** By way of whom it comes, for a Gatehouse behind that may have this one behind itself. */
export function wayOf({ limits, instance }: Pick<Asking, 'limits' | 'instance'>): Record<string, string[]> {
  return { [wayKey]: [...(limits.voice.through ?? []), instance] };
}

interface Heard {
  readonly voice: CallVoice;
  readonly signal: AbortSignal;
}

/** Rejects with the signal's reason where that aborted: then that request alone is cancelled. Rejects also for want of a login: nothing was sent. */
export async function runRequest<Result>(
  { sdk, limits, underWay }: Asking,
  request: (options: RequestOptions, heard: Heard) => Promise<Result>,
): Promise<End<Result>> {
  const clock = createCallClock(limits);
  const over = new AbortController();
  const signal = AbortSignal.any([limits.signal, clock.signal, over.signal]);
  const voice = pausing(limits.voice, clock, signal);
  const leave = underWay.add(voice);
  // A server tells its progress only where somebody listens.
  const onprogress: RequestOptions['onprogress'] = ({ progress, total = null, message = null }) => {
    clock.touch();
    voice.tell({ kind: 'progress', progress, total, message });
  };
  try {
    const result = await request({ signal, timeout: noLimitOfTheirs, onprogress }, { voice, signal });
    return { kind: 'answered', result };
  } catch (cause) {
    limits.signal.throwIfAborted();
    if (clock.signal.aborted) return { kind: 'timed_out' };
    const login = loginFaultBehind(cause);
    if (login !== null) throw login;
    if (cause instanceof SessionGone) return { kind: 'expired' };
    if (cause instanceof sdk.ProtocolError) return { kind: 'refused', message: cause.message };
    if (cause instanceof sdk.SdkError && cause.code === sdk.SdkErrorCode.InvalidResult) return { kind: 'misshapen' };
    if (cause instanceof sdk.SdkError && unanswerable(sdk).has(cause.code))
      return { kind: 'refused', message: cause.message };
    return { kind: 'lost', why: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    leave();
    clock.end();
    // What was asked for this call is asked no more.
    over.abort();
  }
}

/** The server answered, and the answer leads nowhere: its connection is as good as before, and other calls on it go on. */
function unanswerable({ SdkErrorCode }: Asking['sdk']): ReadonlySet<string> {
  const { InputRequiredRoundsExceeded, UnsupportedResultType, CapabilityNotSupported } = SdkErrorCode;
  return new Set([InputRequiredRoundsExceeded, UnsupportedResultType, CapabilityNotSupported]);
}

/** While its user is asked the time of the call stands still, and when the call is over nobody is asked any more. */
function pausing(voice: CallVoice, clock: CallClock, over: AbortSignal): CallVoice {
  return {
    ...voice,
    async ask(question, signal) {
      const goOn = clock.pause();
      try {
        return await voice.ask(question, signal === undefined ? over : AbortSignal.any([over, signal]));
      } finally {
        goOn();
      }
    },
  };
}
