// Admits clients over TCP: by host, origin and token. A token speaks for itself, in the workspace of the daemon, and never decides.
import { CapabilityError, type Runtime } from '../../../contract/index.ts';
import { httpCaller, mcpCaller } from '../../../runtime/index.ts';
import { callerHeader } from './caller-header.ts';
import { checkPlace } from './check-place.ts';
import type { Admit } from './door.ts';
import { namedSession, namedWorkspace } from './named-workspace.ts';
import type { TokenBook } from './token-book.ts';

export interface ClientDoorParts {
  /** The runtime of the one workspace that tokens work in. */
  readonly runtime: Runtime;
  readonly tokens: TokenBook;
  readonly ownHosts: ReadonlySet<string>;
}

export function createClientDoor({ runtime, tokens, ownHosts }: ClientDoorParts): Admit {
  return async (request) => {
    checkPlace(request, ownHosts);
    const { identity, hash } = await tokens.identify(request);
    if (request.headers.has(callerHeader)) {
      throw new CapabilityError(
        'not_the_owner',
        `A token speaks for itself: ${callerHeader} is for the owner's socket.`,
      );
    }
    const workspace = namedWorkspace(request);
    if (workspace !== null && workspace !== runtime.workspace) {
      throw new CapabilityError(
        'not_permitted',
        `Tokens work in the workspace that this daemon was started for, ${runtime.workspace}.`,
      );
    }
    const isMcp = new URL(request.url).pathname === '/mcp';
    const caller = isMcp
      ? mcpCaller(identity, runtime.workspace)
      : httpCaller(identity, runtime.workspace, namedSession(request));
    return { admission: { caller, runtime, owner: null }, key: hash };
  };
}
