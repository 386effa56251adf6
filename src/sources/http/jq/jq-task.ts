// Runs jq over one answer, or compiles filters. In a thread of its own: a filter may never end, or ask for more memory than there is.
import type { JqResult } from './jq-result.ts';

export const moduleUrl = import.meta.url;

export interface JqRun {
  /** JSON texts, one after the other. Null: the filters are compiled and nothing runs. */
  readonly input: string | null;
  readonly filters: readonly string[];
}

/** One end for each filter. */
export async function runJq({ input, filters }: JqRun): Promise<readonly JqResult[]> {
  const { loadJq } = await import('jq-wasm');
  const jq = await loadJq();
  // What begins with a dash would be an option; without input a filter is compiled and never asked.
  return filters.map((filter) => {
    const { stdout, stderr, exitCode } = jq.raw(input ?? '', ` ${filter}`, ['-r']);
    return { text: stdout, problem: exitCode === 0 ? null : stderr.slice(0, longestProblem) };
  });
}

const longestProblem = 2_000;

const take: unknown = Reflect.get(globalThis, Symbol.for('gatehouse.worker-task'));
if (typeof take === 'function') take(runJq);
