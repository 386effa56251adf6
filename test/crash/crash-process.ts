// Processes that are killed on purpose, and the witnesses outside the database that tell what they did before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface CrashProcess {
  /** Resolves with the first line that the process prints; rejects when it ends without one. */
  readonly ready: Promise<string>;
  /** The signal that ended it, or its exit code. */
  readonly ended: Promise<string | number>;
  /** kill -9. */
  kill(): void;
}

/** Starts a script of ours in a process of its own. What it writes to stderr is shown: a crash test must not hide another failure. */
export function startProcess(script: string, args: readonly string[]): CrashProcess {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close').then(([code, signal]: (string | number | null)[]) => signal ?? code ?? 0);
  const ready = Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text).trim()),
    ended.then((how) => Promise.reject(new Error(`${script} ended (${how}) before it was ready`))),
  ]);
  // Whoever does not ask for it is not told.
  ready.catch(() => undefined);
  return { ready, ended, kill: () => void child.kill('SIGKILL') };
}

/** In a process that is to die at `deadline`: dies there as by kill -9, between two instructions. */
export function createBoundary(deadline: string): (name: string) => void {
  return (name) => {
    if (name === deadline) process.kill(process.pid, 'SIGKILL');
  };
}

/** A file that only grows, written by many processes a line at a time, and read when they are gone. */
export interface Witness {
  note(...words: readonly string[]): void;
  read(): readonly (readonly string[])[];
}

export function openWitness(path: string): Witness {
  return {
    note(...words) {
      appendFileSync(path, `${words.join(' ')}\n`);
    },
    read() {
      if (!existsSync(path)) return [];
      return readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' '));
    },
  };
}
