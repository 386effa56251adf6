// What the daemon works on: one home, and one runtime per workspace root, composed when somebody first names it.
import { CapabilityError, type Runtime } from '../../contract/index.ts';
import {
  createRedactor,
  locateHome,
  openHome,
  realFolder,
  removePrivateFile,
  replacePrivateFile,
  type Environment,
} from '../../host/index.ts';
import type { TokenIdentity } from '../callers.ts';
import { composeLocal, type ComposedRuntime } from '../compose.ts';

export interface DaemonOptions {
  readonly env: Environment;
  readonly report: (message: string) => void;
}

export interface DaemonHome {
  readonly ownerSocket: string;
  readonly clientToken: string;
  /** Address and process of the daemon while it runs. */
  readonly daemonFile: string;
  /** The runtime of a workspace root. Throws `malformed_request` where there is no such folder. */
  runtimeFor(workspace: string): Promise<Runtime>;
  /** Who a token of the store is, by the SHA-256 of the token. */
  identify(tokenHash: string): Promise<TokenIdentity | null>;
  /** From now on no result, error or record shows this value. */
  protectSecret(name: string, value: string): void;
  writePrivateFile(path: string, text: string): void;
  removeFile(path: string): void;
  close(): Promise<void>;
}

/** How many workspaces one daemon serves at a time. */
const maxWorkspaces = 64;

export async function openDaemonHome({ env, report }: DaemonOptions): Promise<DaemonHome> {
  const home = openHome({ path: locateHome(env), create: true });
  const runtimes = new Map<string, Promise<ComposedRuntime>>();
  const redactor = createRedactor();

  function compose(workspace: string): Promise<ComposedRuntime> {
    if (runtimes.size >= maxWorkspaces) {
      throw new CapabilityError(
        'malformed_request',
        `This daemon serves ${maxWorkspaces} workspaces already. Restart it to serve others.`,
      );
    }
    const composed = composeLocal({
      home,
      workspace,
      env,
      report,
      daemonRuns: () => Promise.resolve(true),
      redactor,
      livesOn: true,
    });
    runtimes.set(workspace, composed);
    // A workspace that could not be composed may be mended and asked for again.
    composed.catch(() => runtimes.delete(workspace));
    return composed;
  }

  return {
    ownerSocket: home.ownerSocket,
    clientToken: home.clientToken,
    daemonFile: home.daemon,
    async runtimeFor(workspace) {
      const real = realFolder(workspace);
      if (real === null) throw new CapabilityError('malformed_request', `The workspace ${workspace} is not a folder.`);
      return runtimes.get(real) ?? compose(real);
    },
    async identify(tokenHash) {
      // Tokens are of the home: any of its runtimes knows them.
      const [any] = runtimes.values();
      return any === undefined ? null : (await any).identifyToken(tokenHash);
    },
    protectSecret: redactor.register,
    writePrivateFile: replacePrivateFile,
    removeFile: removePrivateFile,
    async close() {
      const open = await Promise.allSettled(runtimes.values());
      await Promise.all(open.flatMap((runtime) => (runtime.status === 'fulfilled' ? [runtime.value.close()] : [])));
    },
  };
}
