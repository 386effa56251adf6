// A request to a server of the newer era, which asks by its result: it is made again with the answers and with its state to the byte, until it has one.
import { setTimeout as pause } from 'node:timers/promises';
import type * as sdkModule from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contract/index.ts';
import { elicit, type Asked } from './answer-requests.ts';
import { rootsOf } from './roots.ts';

/** So often a server may answer a request with questions instead of its result. */
const mostRounds = 20;
/** Where it only asks to come again. */
const againMs = 250;

/** Rejects with an error of the protocol where it asks for what it is not given. */
export async function untilAnswered<Result>(
  call: (more: JsonObject) => Promise<Result>,
  sdk: typeof sdkModule,
  asked: Asked & { readonly roots: readonly string[] },
): Promise<Result> {
  let more: JsonObject = {};
  for (let round = 0; round < mostRounds; round += 1) {
    const result = await call(more);
    if (!sdk.isInputRequiredResult(result)) return result;
    const { inputRequests = {}, requestState } = result;
    const wanted = Object.entries(inputRequests);
    if (wanted.length === 0) await pause(againMs, undefined, { signal: asked.signal });
    const answers: [string, JsonObject][] = [];
    for (const [key, { method, params }] of wanted) {
      if (method === 'elicitation/create') answers.push([key, { ...(await elicit(params, asked)) }]);
      else if (method === 'roots/list' && asked.roots.length > 0) answers.push([key, { ...rootsOf(asked.roots) }]);
      else throw refused(sdk, `It asks for ${method}, which it is not given here.`);
    }
    more = {
      ...(answers.length === 0 ? {} : { inputResponses: Object.fromEntries(answers) }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
  throw refused(sdk, `It asked ${mostRounds} times in a row and gave no result.`);
}

function refused({ ProtocolError, ProtocolErrorCode }: typeof sdkModule, message: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}
