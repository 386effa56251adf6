// gatehouse up: starts the daemon, says where it is and what to try, and stays until it is told to stop.
import { CapabilityError } from '../../../../contract/index.ts';
import { openDaemonHome } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';
import { commandName } from '../../invocation.ts';
import { exitCodes } from '../../exit-code.ts';
import { welcome } from '../../render/welcome.ts';

const defaultPort = 7420;

export const up: Action<{ readonly port?: string }> = async (
  { environment, output, caller, config },
  _args,
  options,
) => {
  const port = toPort(options.port);
  const report = (message: string) => output.note(`gatehouse: ${message}`);
  const { startDaemon } = await import('../../../http/start-daemon.ts');
  const home = await openDaemonHome({ env: environment.env, report });
  const { workspace } = caller;
  const daemon = await startDaemon({ home, port, workspace, report });
  const { url, tokenFile, socketPath } = daemon;
  output.document({ url, tokenFile, socket: socketPath, workspace, ...(config === null ? {} : { config }) });
  // What is typed beside it talks to this daemon, so it names no file.
  output.say(welcome({ url, tokenFile, workspace, command: commandName(environment.env), config }));
  await untilStopped(environment.signal);
  output.note('gatehouse: Stopping.');
  await daemon.close();
  return exitCodes.completed;
};

function toPort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CapabilityError('malformed_request', `--port takes a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
