// Runs one pure function of a module in a thread of its own, so that input which makes it spin or swell costs a thread and not us.
import type { Worker } from 'node:worker_threads';
import { CapabilityError } from '../../contract/index.ts';

export interface WorkerRun {
  /** URL of a module that hands its function to `Symbol.for('gatehouse.worker-task')` of globalThis when it is loaded. */
  readonly module: string;
  /** Given to the function; what structured clone takes. */
  readonly input: unknown;
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  readonly signal: AbortSignal;
}

// The module offers itself, since a bundler renames exports and moves files but keeps what a module does and its own URL.
const bootstrap = `
const { parentPort, workerData } = require('node:worker_threads');
globalThis[Symbol.for('gatehouse.worker-task')] = async (task) => {
  try {
    parentPort.postMessage({ value: await task(workerData.input) });
  } catch (error) {
    parentPort.postMessage({ failure: String(error) });
  }
};
import(workerData.module);
`;

/**
 * Answers what the function returned. Throws `process_failed` when it threw, took too long or too much memory, and the signal's
 * reason when it aborts; the thread is gone by then. The thread gets no environment, and what it prints is dropped.
 */
export async function runInWorker(run: WorkerRun): Promise<unknown> {
  run.signal.throwIfAborted();
  // Taken when it is needed, as a start needs no thread.
  const threads = process.getBuiltinModule('node:worker_threads');
  const worker = new threads.Worker(bootstrap, {
    eval: true,
    workerData: { module: run.module, input: run.input },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: run.maxMemoryMb },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const stop = AbortSignal.any([run.signal, AbortSignal.timeout(run.timeoutMs)]);
  try {
    return await outcome(worker, stop);
  } catch (cause) {
    run.signal.throwIfAborted();
    const why = stop.aborted ? `took longer than ${run.timeoutMs} ms` : String(cause);
    throw new CapabilityError('process_failed', `A computation in a thread of its own failed: ${why}.`, { cause });
  } finally {
    await worker.terminate();
  }
}

function outcome(worker: Worker, stop: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without an answer')));
    worker.once('message', (answer: { readonly value?: unknown; readonly failure?: string }) => {
      if (answer.failure === undefined) resolve(answer.value);
      else reject(new Error(answer.failure));
    });
  });
}
