// Completes an argument as a person types it: nobody is asked about that. Where somebody would have to be, there is nothing to complete.
import type { Caller, JsonObject, Runtime } from '../../../contract/index.ts';
import { isParams } from './params.ts';

export interface Completing {
  readonly tool: string;
  readonly args: JsonObject;
}

export interface CompleteDeps {
  readonly runtime: Pick<Runtime, 'call' | 'explain'>;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export interface Completion {
  readonly values: string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

export async function completeArgument(
  { tool, args }: Completing,
  { runtime, caller, signal }: CompleteDeps,
): Promise<Completion> {
  const call = { tool, arguments: { value: args }, caller, signal };
  const { decision } = await runtime.explain(call);
  if (decision?.effect !== 'ALLOW') return { values: [] };
  const outcome = await runtime.call(call);
  const structured = outcome.kind === 'completed' ? outcome.observation.structured : null;
  return isParams(structured) ? readCompletion(structured) : { values: [] };
}

function readCompletion({ values, total, hasMore }: Readonly<Record<string, unknown>>): Completion {
  return {
    values: Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [],
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
  };
}
