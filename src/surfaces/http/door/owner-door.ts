// Admits the owner: whoever can open the 0600 socket. No token; every request may name its workspace and whom it speaks for.
import { isAbsolute } from 'node:path';
import { CapabilityError, type Runtime } from '../../../contract/index.ts';
import { commandLineCaller } from '../../../runtime/index.ts';
import { callerHeader, readCaller } from './caller-header.ts';
import { checkNoPage } from './check-place.ts';
import type { Admit } from './door.ts';
import { namedSession, namedWorkspace } from './named-workspace.ts';

export interface OwnerDoorParts {
  readonly runtimeFor: (workspace: string) => Promise<Runtime>;
  /** Where a request names none. */
  readonly workspace: string;
  /** The user whose socket it is. */
  readonly userId: number;
}

/** All requests of the owner count as one client. */
export const ownerKey = 'owner';

export function createOwnerDoor({ runtimeFor, workspace: usual, userId }: OwnerDoorParts): Admit {
  return async (request) => {
    checkNoPage(request);
    const header = request.headers.get(callerHeader);
    const named = namedWorkspace(request);
    const spokenFor = header === null ? null : readCaller(header);
    const workspace = named ?? spokenFor?.workspace ?? usual;
    if (!isAbsolute(workspace))
      throw new CapabilityError(
        'malformed_request',
        `A workspace is named by its absolute path, not ${JSON.stringify(workspace.slice(0, 200))}.`,
      );
    const runtime = await runtimeFor(workspace);
    if (spokenFor === null) {
      const session = namedSession(request) ?? undefined;
      const caller = commandLineCaller({
        userId,
        workspace: runtime.workspace,
        session,
        attended: true,
        simulate: false,
      });
      return { admission: { caller, runtime, owner: runtime.owner }, key: ownerKey };
    }
    if (spokenFor.workspace !== workspace && spokenFor.workspace !== runtime.workspace) {
      throw new CapabilityError(
        'malformed_request',
        `The caller is of the workspace ${JSON.stringify(spokenFor.workspace.slice(0, 200))} and the request of another.`,
      );
    }
    // A request that speaks for somebody calls and reads: the owner decides in its own name.
    return {
      admission: { caller: { ...spokenFor, workspace: runtime.workspace }, runtime, owner: null },
      key: ownerKey,
    };
  };
}
