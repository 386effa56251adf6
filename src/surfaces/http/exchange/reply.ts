// Answers of the API: JSON that loses nothing, and faults as one shape without a stack.
import { isCapabilityError, type JsonObject, type Outcome } from '../../../contract/index.ts';
import { createPatternRedactor } from '../../../text/index.ts';
import { protocolStatuses, statusOf, statusOfFault, type ProtocolCode } from './status-code.ts';

/** A fault may repeat what was sent. */
const redact = createPatternRedactor();

/** `JSON.stringify` writes raw numbers as they came. */
export function reply(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** `isError` stands beside the outcome, so that a client of the 200 row sees a tool's failure without knowing every kind. */
export function replyOutcome(outcome: Outcome): Response {
  const isError = outcome.kind === 'completed' ? outcome.observation.isError : outcome.kind !== 'pending';
  return reply({ ...outcome, isError }, statusOf(outcome));
}

export function replyFault(fault: unknown): Response {
  const status = statusOfFault(fault);
  if (!isCapabilityError(fault)) {
    return replyError(status, {
      code: 'internal',
      message: 'A fault of ours. The daemon has told it on its own output.',
    });
  }
  const response = replyError(status, fault);
  if (status === 401) response.headers.set('www-authenticate', 'Bearer');
  return response;
}

/** What is wrong with the use of HTTP. */
export function replyProtocol(code: ProtocolCode, message: string): Response {
  return replyError(protocolStatuses[code], { code, message });
}

/** The one shape of every answer that is none. */
export function replyError(status: number, error: { code: string; message: string; details?: JsonObject }): Response {
  const { code, message, details = {} } = error;
  return reply({ error: { code, message: redact(message), details } }, status);
}
