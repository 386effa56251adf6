// A question to a server that is no call of a tool, within the same limits.
import type { JsonObject } from '../../../contract/index.ts';
import { runRequest, wayOf, type Asking, type End } from './run-call.ts';

export type Question =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete';

/** The members of an answer, not looked at yet. */
export type AskEnd = End<Readonly<Record<string, unknown>>>;

export async function runQuestion(method: Question, params: JsonObject, asking: Asking): Promise<AskEnd> {
  const { z } = await import('zod');
  return runRequest(asking, (options) =>
    asking.client.request({ method, params: { ...params, _meta: wayOf(asking) } }, z.looseObject({}), options),
  );
}
