// Runs a small program in walls to its end, for what it prints: a proof must not wait for anything.
import { once } from 'node:events';
import { startEnclosed, type Enclosed } from '../enclosed.ts';

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

const timeoutMs = 10_000;

/** What it printed until it ended, or until its time was over. Never throws: what does not start prints the reason. */
export async function runToEnd(enclosed: Enclosed): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  try {
    const { child } = startEnclosed(enclosed, { cwd: '/', stdin: 'ignore' });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (printed.stdout += chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (printed.stderr += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    await once(child, 'close').finally(() => clearTimeout(timer));
  } catch (cause) {
    printed.stderr += String(cause);
  }
  await enclosed.settle();
  return printed;
}
