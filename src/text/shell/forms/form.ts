// One way in which a command names a program: `env nice rm x` is env, nice and rm, each with the words after it.
import type { ShellWord } from '../read/script.ts';

export interface Form {
  readonly words: readonly ShellWord[];
  /** Where in them the program is named. */
  readonly at: number;
  /** Without its folder. */
  readonly program: string;
  /** False for a word that only may be the name of a program, behind options that are not known here. */
  readonly isCertain: boolean;
}

export function formAt(words: readonly ShellWord[], at: number, isCertain: boolean): Form {
  const value = words[at]?.value ?? '';
  return { words, at, program: value.slice(value.lastIndexOf('/') + 1), isCertain };
}

export function argumentsOf({ words, at }: Form): readonly ShellWord[] {
  return words.slice(at + 1);
}
