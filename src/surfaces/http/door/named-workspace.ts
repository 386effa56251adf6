// The workspace and the session that a request names.
import { CapabilityError } from '../../../contract/index.ts';

/** From the header x-gatehouse-workspace (percent-encoded) or the parameter `workspace`; null where neither is there. Throws `malformed_request`. */
export function namedWorkspace(request: Request): string | null {
  const header = request.headers.get('x-gatehouse-workspace');
  const named = new Set(new URL(request.url).searchParams.getAll('workspace'));
  if (header !== null) named.add(decode(header));
  if (named.size > 1) throw new CapabilityError('malformed_request', 'The request names more than one workspace.');
  const [workspace] = named;
  return workspace ?? null;
}

function decode(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch (cause) {
    throw new CapabilityError('malformed_request', 'The header x-gatehouse-workspace is not percent-encoded UTF-8.', {
      cause,
    });
  }
}

/** The session that a client names for itself; null where it names none. Throws `malformed_request`. */
export function namedSession(request: Request): string | null {
  const session = request.headers.get('x-gatehouse-session');
  if (session === null || /^[\x21-\x7e]{1,100}$/.test(session)) return session;
  throw new CapabilityError(
    'malformed_request',
    'A session is named by 1 to 100 printable characters without spaces (x-gatehouse-session).',
  );
}
