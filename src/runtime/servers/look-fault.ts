// Why a server could not be looked at, as a fault of ours: a refusal stays one, and everything else is a server that is not to be had.
import { CapabilityError, isCapabilityError } from '../../contract/index.ts';
import { loginFaultBehind } from '../../sources/index.ts';

const mostSaid = 500;

/** `errorTail` is what the server's program said last. */
export function lookFault(cause: unknown, errorTail: string): CapabilityError {
  const login = loginFaultBehind(cause);
  if (login?.code === 'login_needed') return login;
  const said = errorTail.trim() === '' ? '' : ` It said: ${errorTail.trim().slice(-mostSaid)}`;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CapabilityError(refusalBehind(cause) ?? 'server_unavailable', `${why}${said}`, { cause });
}

const deepest = 10;

/** Behind what a library made of it. */
function refusalBehind(cause: unknown): 'address_refused' | 'drift' | null {
  let each = cause;
  for (let depth = 0; depth < deepest && each instanceof Error; depth++) {
    if (isCapabilityError(each) && (each.code === 'address_refused' || each.code === 'drift')) return each.code;
    each = each.cause;
  }
  return null;
}
