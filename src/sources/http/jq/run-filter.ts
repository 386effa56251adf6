// A jq filter over an answer, and the check of filters before any tool has one.
import { isCapabilityError } from '../../../contract/index.ts';
import { runInWorker } from '../../../host/index.ts';
import type { JqResult } from './jq-result.ts';
import type { JqRun } from './jq-task.ts';

/** Of the thread besides jq's own memory, which ends at 256 MiB. */
const maxMemoryMb = 256;
const compileMs = 10_000;

export interface FilterRun {
  readonly filter: string;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Throws only the signal's reason: a filter that cannot be run is a result that says so. */
export async function runFilter({ filter, input, timeoutMs, signal }: FilterRun): Promise<JqResult> {
  const [result] = await inThread({ filters: [filter], input }, timeoutMs, signal);
  return result ?? { text: '', problem: 'it gave no answer' };
}

/** What is wrong with each filter, or null, in their order. */
export async function filterProblems(filters: readonly string[]): Promise<readonly (string | null)[]> {
  if (filters.length === 0) return [];
  const results = await inThread({ filters, input: null }, compileMs, new AbortController().signal);
  return filters.map((_, at) => (results[at] ?? results[0] ?? { problem: 'it gave no answer' }).problem);
}

async function inThread(input: JqRun, timeoutMs: number, signal: AbortSignal): Promise<readonly JqResult[]> {
  const { moduleUrl } = await import('./jq-task.ts');
  try {
    const answer = await runInWorker({ module: moduleUrl, input, timeoutMs, maxMemoryMb, signal });
    return isResults(answer) ? answer : [{ text: '', problem: 'it gave no answer' }];
  } catch (cause) {
    signal.throwIfAborted();
    return [{ text: '', problem: isCapabilityError(cause) ? cause.message : String(cause) }];
  }
}

function isResults(value: unknown): value is readonly JqResult[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) => typeof each === 'object' && each !== null && typeof each.text === 'string' && 'problem' in each,
    )
  );
}
