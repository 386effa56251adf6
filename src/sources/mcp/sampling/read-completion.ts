// Reads what a client answers a request for a completion with: the message of a model, with the members of one and no others.
import type { JsonObject } from '../../../contract/index.ts';
import { needsTools, readSampledContent } from './sampled-content.ts';

const mostChars = 1024 * 1024;
const longestName = 500;

/** Why it is none, where it is none. */
export function readCompletion(request: JsonObject, said: JsonObject): JsonObject | string {
  const { role, model, stopReason } = said;
  const content = readSampledContent(said['content']);
  if (role !== 'assistant' && role !== 'user') return 'it has no role';
  if (typeof model !== 'string' || model.length > longestName) return 'it does not say which model it is of';
  if (content === null) return 'its content is none that a completion has';
  if (request['tools'] === undefined && needsTools(content)) return 'its content is more than one text, image or sound';
  const isEnded = typeof stopReason === 'string' && stopReason.length <= longestName;
  const completion = { role, model, content, ...(isEnded ? { stopReason } : {}) };
  return JSON.stringify(completion).length <= mostChars ? completion : `it has more than ${mostChars} characters`;
}
