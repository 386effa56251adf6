// A request to a server of the newer era, which asks by its result: it is made again with the answers and with its state to the byte, until it has one.
import { setTimeout as pause } from 'node:timers/promises';
import type * as sdkModule from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contract/index.ts';
import { elicit, sample, type Asked } from './answer-requests.ts';
import { rootsOf } from './roots.ts';

/** So often a server may answer a request with questions instead of its result. */
const mostRounds = 20;
/** Where it only asks to come again. */
const againMs = 250;

/** What a server may ask for besides its user. */
export interface Given {
  readonly roots: readonly string[];
  readonly sampling: boolean;
}

/** Rejects with an error of the protocol where it asks for what it is not given. */
export async function untilAnswered<Result>(
  call: (more: JsonObject) => Promise<Result>,
  sdk: typeof sdkModule,
  asked: Asked & Given,
): Promise<Result> {
  let more: JsonObject = {};
  for (let round = 0; round < mostRounds; round += 1) {
    const result = await call(more);
    if (!sdk.isInputRequiredResult(result)) return result;
    const { inputRequests = {}, requestState } = result;
    const wanted = Object.entries(inputRequests);
    if (wanted.length === 0) await pause(againMs, undefined, { signal: asked.signal });
    const answers: [string, JsonObject][] = [];
    for (const [key, request] of wanted) answers.push([key, await answerTo(request, sdk, asked)]);
    more = {
      ...(answers.length === 0 ? {} : { inputResponses: Object.fromEntries(answers) }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
  throw refused(sdk, `It asked ${mostRounds} times in a row and gave no result.`);
}

interface Wanted {
  readonly method: string;
  readonly params?: unknown;
}

async function answerTo({ method, params }: Wanted, sdk: typeof sdkModule, asked: Asked & Given): Promise<JsonObject> {
  if (method === 'elicitation/create') return { ...(await elicit(params, asked)) };
  if (method === 'roots/list' && asked.roots.length > 0) return { ...rootsOf(asked.roots) };
  if (method !== 'sampling/createMessage' || !asked.sampling)
    throw refused(sdk, `It asks for ${method}, which it is not given here.`);
  const sampled = await sample(params, asked);
  // The protocol has no answer that says no.
  if (!sampled.ok) throw refused(sdk, sampled.message);
  return sampled.result;
}

function refused({ ProtocolError, ProtocolErrorCode }: typeof sdkModule, message: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}
