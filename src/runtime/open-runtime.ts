// Which runtime a command talks to: the daemon's where one answers, else one of this process over the same home.
import { CapabilityError, isCapabilityError, type Runtime } from '../contract/index.ts';
import {
  hasSocket,
  locateConfig,
  locateHome,
  openHome,
  realFolder,
  type Environment,
  type Home,
} from '../host/index.ts';
import { ownTools, type OwnTool } from '../sources/index.ts';
import { isFrozenBy } from './servers/lock/frozen.ts';
import { openLocalListing, type OpenListing } from './assembly/open-listing.ts';

export interface OpenOptions {
  readonly workspace: string;
  readonly env: Environment;
  readonly report: (message: string) => void;
  /** Tools of this program. They run here, so the gate is of this process too, also where a daemon runs. */
  readonly tools?: readonly OwnTool[];
}

export async function openRuntime({ workspace, env, report, tools = [] }: OpenOptions): Promise<Runtime> {
  const { home, real, remote } = await lookFor(workspace, env);
  if (remote !== null && tools.length === 0) return remote;
  // Most of the code is behind this: the gate, and all that acts. A listing starts without it.
  const { composeLocal } = await import('./compose.ts');
  const daemonRuns = () => Promise.resolve(remote !== null);
  await remote?.close();
  return composeLocal({ home, workspace: real, env, report, daemonRuns, tools: ownTools(tools) });
}

/** The same for a command that only tells what there is: of this process it opens the store and nothing that could act. */
export async function openListing({ workspace, env, report }: OpenOptions): Promise<OpenListing> {
  const { home, real, remote } = await lookFor(workspace, env);
  return remote ?? openLocalListing({ home, workspace: real, env, report });
}

interface Place {
  readonly home: Home;
  /** The real path of the workspace. */
  readonly real: string;
  /** The daemon's runtime, where one answers. */
  readonly remote: Runtime | null;
}

async function lookFor(workspace: string, env: Environment): Promise<Place> {
  const real = realFolder(workspace);
  if (real === null) throw new CapabilityError('malformed_request', `The workspace ${workspace} is not a folder.`);
  const home = openHome({ path: locateHome(env), create: true });
  // A daemon may run unfrozen, or under another configuration, and what is asked for here is not.
  const isApart = isFrozenBy(env) || locateConfig(env).isAlone;
  return { home, real, remote: isApart ? null : await daemonOf(home.ownerSocket, real) };
}

async function daemonOf(socketPath: string, workspace: string): Promise<Runtime | null> {
  // Most often no daemon runs: then nothing is loaded that talks to one.
  if (!hasSocket(socketPath)) return null;
  const { connectRemote } = await import('./remote/remote-runtime.ts');
  try {
    return await connectRemote({ socketPath, workspace });
  } catch (cause) {
    if (isCapabilityError(cause) && cause.code === 'daemon_unreachable') return null;
    throw cause;
  }
}
