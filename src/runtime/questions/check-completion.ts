// Whether what a client answered is a completion of that request, and with what is kept secret here taken out.
import { CapabilityError, type JsonObject } from '../../contract/index.ts';
import { redactJson } from '../../kernel/index.ts';
import { readCompletion } from '../../sources/index.ts';

/** Throws `malformed_request` where it is none. */
export function checkCompletion(request: JsonObject, values: JsonObject, redact: (text: string) => string): JsonObject {
  const completion = readCompletion(request, values);
  if (typeof completion === 'string')
    throw new CapabilityError('malformed_request', `The answer is no completion: ${completion}.`);
  // A cast: of an object, redaction makes an object.
  return redactJson(completion, redact) as JsonObject;
}
