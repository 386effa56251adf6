// A question to a server that is no call of a tool, within the same limits.
import type { JsonObject } from '../../../contract/index.ts';
import { untilAnswered } from './rounds.ts';
import { capabilitiesOf, runRequest, wayOf, type Answering, type End } from './run-call.ts';

export type Question =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete';

/** The members of an answer, not looked at yet. */
export type AskEnd = End<Readonly<Record<string, unknown>>>;

/** In the midst of these a server of the newer era may ask, as it may in a call. */
const mayAsk: ReadonlySet<Question> = new Set(['resources/read', 'prompts/get']);

export async function runQuestion(
  method: Question,
  params: JsonObject,
  { server, roots, sampling, ...asking }: Answering,
): Promise<AskEnd> {
  const { z } = await import('zod');
  const { client, sdk } = asking;
  const _meta = { ...capabilitiesOf({ roots, sampling, ...asking }), ...wayOf(asking) };
  return runRequest(asking, (options, asked) => {
    const ask = (more: JsonObject) =>
      client.request({ method, params: { ...params, _meta, ...more } }, z.looseObject({}), {
        ...options,
        allowInputRequired: mayAsk.has(method),
      });
    return untilAnswered(ask, sdk, { server, roots, sampling, ...asked });
  });
}
