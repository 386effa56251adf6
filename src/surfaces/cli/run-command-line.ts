// Takes the real process as the environment of a command: its streams, its user, its signals.
import { runMain } from './main.ts';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a command may take to end after that before its user is told how to end it at once. */
const patienceMs = 3_000;
/** A signal to a whole process group comes once from the system and once more from the parent that hands it on: that is one wish. */
const echoMs = 500;
/** What a shell reports for a program whose reader went away, as in `gatehouse tools | head`. */
const readerGone = 141;

/** Answers the exit code. The first signal to stop lets the command end; the second ends the process. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const stopping = new AbortController();
  const reader = watchReader(stopping);
  const signals = watchSignals(stopping);
  try {
    const exitCode = await runMain({
      argv,
      streams: { stdout: process.stdout, stderr: process.stderr },
      environment: {
        env: process.env,
        cwd: process.cwd(),
        userId: process.getuid?.() ?? 0,
        // Opened when a command reads it.
        get stdin() {
          return process.stdin;
        },
        signal: stopping.signal,
      },
    });
    return reader.isGone() ? readerGone : exitCode;
  } finally {
    signals.release();
  }
}

/** A reader that went away ends the command quietly: nobody would read why. Stays for what is written last. */
function watchReader(stopping: AbortController): { isGone(): boolean } {
  let gone = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone = true;
    process.exitCode = readerGone;
    stopping.abort();
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    // Diagnostics that nobody reads are no reason to stop.
    if (error.code !== 'EPIPE') throw error;
  });
  return { isGone: () => gone };
}

function watchSignals(stopping: AbortController): { release(): void } {
  let patience: NodeJS.Timeout | undefined;
  let echo: NodeJS.Timeout | undefined;
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    echo = setTimeout(() => stopListening(), echoMs);
    echo.unref();
    patience = setTimeout(
      () => process.stderr.write('gatehouse: Stopping. Ctrl-C again ends it at once.\n'),
      patienceMs,
    );
    patience.unref();
  };
  const stopListening = () => {
    for (const signal of stopSignals) process.removeListener(signal, stop);
  };
  const release = () => {
    clearTimeout(patience);
    clearTimeout(echo);
    stopListening();
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return { release };
}
