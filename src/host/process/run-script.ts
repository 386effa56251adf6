// Runs a few lines of JavaScript in a Node of their own: native code that waits for somebody can be ended there, and never here.
import { execFile } from 'node:child_process';

export interface ScriptRun {
  /** CommonJS. Reads JSON from standard input and prints one JSON value. */
  readonly script: string;
  /** Never on the command line: others can read that. */
  readonly input: unknown;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export type ScriptEnd =
  | { readonly ended: 'answered'; readonly answer: string }
  | { readonly ended: 'timeout' }
  | { readonly ended: 'failed'; readonly why: string };

const maxAnswerBytes = 1024 * 1024;

export function runScript({ script, input, env, timeoutMs }: ScriptRun): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--input-type=commonjs', '-e', script],
      { env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxAnswerBytes, windowsHide: true },
      (fault, stdout, stderr) => {
        if (fault === null) resolve({ ended: 'answered', answer: stdout });
        else if (fault.killed === true) resolve({ ended: 'timeout' });
        else resolve({ ended: 'failed', why: stderr.trim().split('\n').at(-1) ?? fault.message });
      },
    );
    // A program that ended before it read all says so by its end.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(input));
  });
}
