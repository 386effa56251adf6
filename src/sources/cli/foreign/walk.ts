// Asking a program about itself, command by command: bounded in calls and in time, and told as it goes.
import type { Notes } from './notes.ts';

export interface ProgramAnswer {
  readonly stdout: string;
  readonly exitCode: number;
}

/** Starts the program with these words behind its own first arguments. Bounds what it prints and how long it takes; may throw. */
export type RunProgram = (words: readonly string[]) => Promise<ProgramAnswer>;

export interface WalkSettings {
  readonly run: RunProgram;
  readonly maxCalls: number;
  /** Ends the walk: what was read until then is what there is. */
  readonly signal: AbortSignal;
  /** Before each call: how many there were, and what is asked next. */
  readonly progress: (calls: number, words: readonly string[]) => void;
}

export interface Walk {
  /** Null where the program failed, printed nothing, or may not be asked any more. */
  ask(words: readonly string[]): Promise<ProgramAnswer | null>;
  /** Something was asked when nothing might be asked any more. */
  isCut(): boolean;
}

export function createWalk({ run, maxCalls, signal, progress }: WalkSettings, notes: Notes): Walk {
  let calls = 0;
  let cut = false;
  return {
    isCut: () => cut,
    async ask(words) {
      if (signal.aborted || calls >= maxCalls) {
        cut = true;
        notes.add(
          signal.aborted
            ? `the time was over after ${calls} calls of the program: what was not asked by then is left out`
            : `only ${maxCalls} calls of the program were made: what was not asked by then is left out`,
        );
        return null;
      }
      progress(calls, words);
      calls += 1;
      try {
        const answer = await run(words);
        return answer.stdout.trim() === '' ? null : answer;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        notes.add(`${JSON.stringify(words.join(' '))} could not be asked: ${why}`);
        return null;
      }
    },
  };
}
