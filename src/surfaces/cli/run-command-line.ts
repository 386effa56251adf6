// Takes the real process as the environment of a command: its streams, its user, its signals.
import { runMain } from './main.ts';

export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // A reader that went away (a pager, `head`) ends the command quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exitCode = 0;
    stop();
  });
  try {
    return await runMain({
      argv,
      streams: { stdout: process.stdout, stderr: process.stderr },
      environment: {
        env: process.env,
        cwd: process.cwd(),
        userId: process.getuid?.() ?? 0,
        stdin: process.stdin,
        signal: stopping.signal,
      },
    });
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}
