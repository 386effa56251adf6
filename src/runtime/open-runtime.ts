// Which runtime a command talks to: the daemon's where one answers, else one of this process over the same home.
import { CapabilityError, isCapabilityError, type Runtime } from '../contract/index.ts';
import { locateHome, openHome, realFolder, type Environment } from '../host/index.ts';
import { composeLocal } from './compose.ts';
import { connectRemote } from './remote/remote-runtime.ts';

export interface OpenOptions {
  readonly workspace: string;
  readonly env: Environment;
  readonly report: (message: string) => void;
}

export async function openRuntime({ workspace, env, report }: OpenOptions): Promise<Runtime> {
  const real = realFolder(workspace);
  if (real === null) throw new CapabilityError('malformed_request', `The workspace ${workspace} is not a folder.`);
  const home = openHome({ path: locateHome(env), create: true });
  const remote = await daemonOf(home.ownerSocket, real);
  return remote ?? composeLocal({ home, workspace: real, env, report, daemonRuns: () => Promise.resolve(false) });
}

async function daemonOf(socketPath: string, workspace: string): Promise<Runtime | null> {
  try {
    return await connectRemote({ socketPath, workspace });
  } catch (cause) {
    if (isCapabilityError(cause) && cause.code === 'daemon_unreachable') return null;
    throw cause;
  }
}
