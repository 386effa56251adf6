// What became of a question to a server, in words for whoever asked.
import { mostCallMs } from '../spec/call-limits.ts';
import type { End } from '../asks/run-call.ts';
import type { ServerSpec } from '../spec/server-spec.ts';

export type Answer<Result> = { readonly result: Result } | { readonly refused: string };

/** Throws what to tell where there is no answer. */
export function answerOf<Result>(
  end: End<Result>,
  { name, timeoutMs }: Pick<ServerSpec, 'name' | 'timeoutMs'>,
): Answer<Result> {
  switch (end.kind) {
    case 'answered':
      return { result: end.result };
    case 'refused':
      return { refused: end.message };
    case 'misshapen':
      throw new Error(`The server ${name} answered with what is no result. It may have acted.`);
    case 'expired':
      throw new Error(
        `The server ${name} ended its session, and the new one too. The call was not run; it may be made again.`,
      );
    case 'timed_out':
      throw new Error(
        `The server ${name} gave neither an answer nor a word of progress for ${timeoutMs} ms, or no answer within ${Math.max(mostCallMs, timeoutMs)} ms. The request was cancelled; it may still act.`,
      );
    case 'lost':
      throw new Error(`The connection to the server ${name} was lost during the call (${end.why}). It may have acted.`);
  }
}

/** What the server did not take, since it ended the session, is sent once more in a new one. */
export async function onceMore<Result>(call: () => Promise<End<Result>>): Promise<End<Result>> {
  const end = await call();
  return end.kind === 'expired' ? call() : end;
}
