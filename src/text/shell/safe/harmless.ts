// The answer to whether a program with these words only reads and prints.
import type { ShellWord } from '../read/script.ts';

export type Harmless =
  | {
      readonly isHarmless: true;
      /** What it reads: whether it may is another question. */
      readonly paths: readonly ShellWord[];
      /** It is git and reads the repository at this path, where the configuration may name programs to run. */
      readonly repository?: string;
    }
  | { readonly isHarmless: false; readonly text: string };

/** `words` are those after the name of the program. */
export type HarmlessCheck = (words: readonly ShellWord[]) => Harmless;

export function reads(paths: readonly ShellWord[]): Harmless {
  return { isHarmless: true, paths };
}

export function notHarmless(text: string): Harmless {
  return { isHarmless: false, text };
}

export const unlisted = notHarmless('an option or argument is not among those that are known only to read');
