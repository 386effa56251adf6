// Reads a body: as text within its limit, as JSON that loses no number, and as the shape a route takes.
import type { z } from 'zod';
import { CapabilityError, type JsonValue } from '../../../contract/index.ts';
import { parseJson } from '../../../text/index.ts';
import { replyProtocol } from './reply.ts';
import { describeIssue } from './read-query.ts';

/** Bodies hold a call or less: what lies deeper in one is an argument, and the gate reads those itself. */
const maxDepth = 16;

/**
 * The text of the body, or the answer to one that is not taken. A type other than JSON is refused for every change of state, with a body or
 * without: a page of elsewhere can send the other types without asking.
 */
export async function readText(request: Request, maxBytes: number): Promise<string | Response> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return replyProtocol('wrong_type', 'Send it as application/json.');
  }
  const tooLarge = () =>
    replyProtocol('too_large', `The body is longer than ${maxBytes} bytes. Send less, or in parts.`);
  if (Number(request.headers.get('content-length')) > maxBytes) return tooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let received = 0;
  let text = '';
  try {
    for await (const chunk of request.body ?? []) {
      received += chunk.byteLength;
      if (received > maxBytes) return tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (cause) {
    throw new CapabilityError('malformed_request', describeBroken(cause), { cause });
  }
}

/** Bytes that are no text, or a client that left before it had sent all. */
function describeBroken(cause: unknown): string {
  const isNoText = cause instanceof TypeError && 'code' in cause && cause.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return isNoText ? 'The body is not UTF-8. Send JSON text in UTF-8.' : 'The body could not be read to its end.';
}

/** Throws `malformed_request` that names the place. */
function readJson(text: string): JsonValue {
  const parsed = parseJson(text, { maxDepth, maxBytes: Number.MAX_SAFE_INTEGER });
  if (parsed.ok) return parsed.value;
  throw new CapabilityError('malformed_request', `The body is not acceptable JSON: ${parsed.problem.message}`);
}

export function readBody<Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> {
  const checked = shape.safeParse(readJson(text));
  if (checked.success) return checked.data;
  throw new CapabilityError(
    'malformed_request',
    `The body is not of the form this route takes: ${describeIssue(checked.error)}.`,
  );
}
