// The one class of faults. Expected ends are outcomes; this is thrown where somebody has to mend something.
import type { JsonObject } from '../json.ts';
import type { ErrorCodeName } from './error-codes.ts';

export class CapabilityError extends Error {
  readonly code: ErrorCodeName;
  readonly details: JsonObject;

  constructor(code: ErrorCodeName, message: string, more: { details?: JsonObject; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'CapabilityError';
    this.code = code;
    this.details = more.details ?? {};
  }
}

/** Narrows what was caught. */
export function isCapabilityError(value: unknown): value is CapabilityError {
  return value instanceof CapabilityError;
}
