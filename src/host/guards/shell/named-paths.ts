// Which paths the words of a command name, as far as plain reading shows.
import { resolve } from 'node:path';

export interface Surroundings {
  /** The real directory in which the command runs. */
  readonly directory: string;
  /** The person's home, for `~`, `$HOME` and `${HOME}`. */
  readonly home: string;
}

/** The absolute paths that a word may mean: itself, and what follows a `=`, `:`, `@` or `,` in it. */
export function namedPaths(word: string, surroundings: Surroundings): readonly string[] {
  const parts = [word, ...word.split(/[=:@,]/)].filter((part) => part !== '');
  return [...new Set(parts)].map((part) => absolutePath(part, surroundings));
}

/** The path of one word, with the spellings of the home resolved, and `.` and `..`. */
export function absolutePath(word: string, { directory, home }: Surroundings): string {
  const withHome = word.replace(/^~(?=\/|$)/, home).replaceAll(/\$(?:HOME\b|\{HOME\})/g, home);
  return resolve(directory, withHome);
}
