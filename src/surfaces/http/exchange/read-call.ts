// Reads the body of a call. The arguments reach the gate as the text that was sent: it reads them strictly, refuses with their path what is
// wrong, and records it, the same for every surface.
import { z } from 'zod';
import { CapabilityError, type Call } from '../../../contract/index.ts';
import { findArguments } from '../../mcp/find-arguments.ts';
import { readBody } from './read-body.ts';

/** What the client behind a call makes, where it reads the call as a stream. */
export const samplingShape = z.strictObject({ tools: z.boolean() });

/** What is left when the text of the arguments is taken out. */
const envelopeShape = z.strictObject({
  tool: z.string(),
  arguments: z.strictObject({}).optional(),
  json: z.string().optional(),
  userWords: z.string().optional(),
  sampling: samplingShape.optional(),
});

/** Throws `malformed_request` for what is no call. */
export function readCall(body: string): Pick<Call, 'tool' | 'arguments' | 'userWords' | 'sampling'> {
  const span = argumentsIn(body);
  const envelope = span === null ? body : `${body.slice(0, span.start)}{}${body.slice(span.end)}`;
  const { tool, json, userWords, sampling } = readBody(envelope, envelopeShape);
  const words = {
    ...(userWords === undefined ? {} : { userWords }),
    ...(sampling === undefined ? {} : { sampling }),
  };
  if (span === null) return { tool, arguments: { json: json ?? '{}' }, ...words };
  if (json !== undefined) {
    throw new CapabilityError('malformed_request', 'The body has both arguments and json. Send one of them.');
  }
  return { tool, arguments: { json: body.slice(span.start, span.end) }, ...words };
}

/** The finder knows messages whose arguments lie in `params`; the body as a whole stands there for it. */
function argumentsIn(body: string): { readonly start: number; readonly end: number } | null {
  const before = '{"params":';
  const span = findArguments(`${before}${body}}`);
  return span === null ? null : { start: span.start - before.length, end: span.end - before.length };
}
