// Watches one running program until nothing of it is left: time limit, abort, and what it leaves behind.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramRun } from '../../contract/index.ts';
import type { WallStatus } from '../sandbox/enclosed.ts';
import type { BoundedOutput } from './bounded-output.ts';
import { createRedactedOutput, type NewStreamRedactor } from './redacted-output.ts';
import { endSurvivors, signalGroup, type RunMark } from './survivors.ts';

export interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A program that was started, with its ends as promises and its output as far as it came. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: BoundedOutput;
  readonly stderr: BoundedOutput;
  readonly status: WallStatus;
  readonly exited: Promise<{ readonly exitCode: number | null; readonly endedBy: string | null }>;
  readonly closed: Promise<true>;
}

/** Without a redactor its output is kept as it comes. */
export type WatchedRun = Pick<ProgramRun, 'stdin' | 'maxBytes'> & { readonly redact?: NewStreamRedactor | undefined };

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly endedLeftovers: boolean;
}

/** From TERM to KILL: enough to remove a lock file. */
const graceMs = 500;
/** How long after the end of the program somebody else may hold its output open. */
const drainMs = 300;
/** Node fires longer timers at once. */
const longestTimer = 2 ** 31 - 1;

/** To be called in the tick of the start: Node throws away the output of a program that ends before anybody listens. */
export function watch(child: ChildProcess, { stdin, maxBytes, redact }: WatchedRun, status: WallStatus): Running {
  const stdout = createRedactedOutput(maxBytes, redact);
  const stderr = createRedactedOutput(maxBytes, redact);
  child.stdout?.on('data', (chunk: Uint8Array) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Uint8Array) => stderr.push(chunk));
  // A program may end, or close its input, without reading all of it.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(stdin);
  // Such as a signal that could not be sent: the program's end says all there is to say.
  child.on('error', () => undefined);
  return {
    child,
    stdout,
    stderr,
    status,
    exited: new Promise((resolve) => {
      child.once('exit', (exitCode, endedBy) => resolve({ exitCode, endedBy }));
    }),
    closed: new Promise((resolve) => {
      child.once('close', () => resolve(true));
    }),
  };
}

/** Ends when the program has ended, its output is closed and its group is gone. Rejects with the signal's reason when it aborted. */
export async function supervise(running: Running, run: RunMark, { timeoutMs, signal }: Limits): Promise<Ending> {
  const { child, exited, closed } = running;
  const over = new AbortController();
  const wait = (ms: number): Promise<boolean> => pause(ms, false, { signal: over.signal }).catch(() => true);
  let timedOut = false;
  const stop = async (): Promise<void> => {
    // With walls around it the group that was started is theirs: TERM would make them fall on the program at once.
    signalGroup(run.firstInside() ?? run.group, 'SIGTERM');
    const isOver = await wait(graceMs);
    // Also when the program itself has ended: a child of it may ignore TERM.
    if (!isOver) signalGroup(run.group, 'SIGKILL');
  };
  const onAbort = (): void => void stop();
  const timer = setTimeout(
    () => {
      timedOut = true;
      void stop();
    },
    Math.min(timeoutMs, longestTimer),
  );
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const { exitCode, endedBy } = await exited;
    clearTimeout(timer);
    await Promise.race([closed, wait(drainMs)]);
    const foundSome = await endSurvivors(run);
    // Once more: with whoever held it gone the output ends, and a busy process may not have read all of it yet.
    const isClosed = await Promise.race([closed, wait(drainMs)]);
    // A program that left the group and cleared its environment may still hold it.
    child.stdout?.destroy();
    child.stderr?.destroy();
    signal.throwIfAborted();
    return { exitCode, signal: endedBy, timedOut, endedLeftovers: foundSome || !isClosed };
  } finally {
    signal.removeEventListener('abort', onAbort);
    over.abort();
  }
}
