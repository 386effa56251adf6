// The two ways in which a login is in the way: a person has to log in, or logging in does not work.
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';

/** For the model and its user alike: trying again helps nobody. */
export function loginNeeded(name: string, why: string): CapabilityError {
  return new CapabilityError(
    'login_needed',
    `The server ${name} needs its owner to log in: ${why}. Do not call its tools again before that; tell the user to run: gatehouse mcp-servers login ${name}`,
    { details: { server: name, why } },
  );
}

export function loginFailed(message: string, cause?: unknown): CapabilityError {
  return new CapabilityError('login_failed', message, { cause });
}

const deepest = 10;

/** The one of them that stands behind what a library made of it; null where none does. */
export function loginFaultBehind(cause: unknown): CapabilityError | null {
  let each = cause;
  for (let depth = 0; depth < deepest && each instanceof Error; depth++) {
    if (isCapabilityError(each) && (each.code === 'login_needed' || each.code === 'login_failed')) return each;
    each = each.cause;
  }
  return null;
}

export function isLoginNeeded(cause: unknown): boolean {
  return loginFaultBehind(cause)?.code === 'login_needed';
}
