// gatehouse up: starts the daemon, says where it is and what to try, and stays until it is told to stop.
import { CapabilityError } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { openDaemonHome } from '../../../../runtime/index.ts';

const defaultPort = 7420;

export const up: Action<{ readonly port?: string }> = async ({ environment, output, caller }, _args, options) => {
  const port = Number(options.port ?? defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new CapabilityError('malformed_request', `--port takes 0 to 65535, not ${JSON.stringify(options.port)}.`);
  const { startDaemon } = await import('../../../http/start-daemon.ts');
  const home = await openDaemonHome({ env: environment.env, report: (message) => output.note(message) });
  const daemon = await startDaemon({ home, port, workspace: caller.workspace, report: (message) => output.note(message) });
  output.document({ url: daemon.url, tokenFile: daemon.tokenFile, socket: daemon.socketPath, workspace: caller.workspace });
  output.say(welcome(daemon.url, daemon.tokenFile, caller.workspace));
  await untilStopped(environment.signal);
  output.note('Stopping.');
  await daemon.close();
  return 0;
};

function welcome(url: string, tokenFile: string, workspace: string): string {
  return `Gatehouse is up.
  HTTP API    ${url}/api   (document at /api/openapi.json)
  MCP         ${url}/mcp
  token       in ${tokenFile}
  workspace   ${workspace}

Try, in another terminal:
  1. a call that runs at once
     npm start -- call file_read '{"filename":"README.md","limit":5}'
  2. a call that asks first
     npm start -- call file_write '{"filename":"hello.txt","content":"Hello"}'
     npm start -- approvals
     npm start -- approvals approve ID
  3. why it asked, and what was recorded
     npm start -- policy why file_write '{"filename":"hello.txt","content":"Hello"}'
     npm start -- audit tail

Stop with Ctrl-C.`;
}

function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
