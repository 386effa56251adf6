// Whether words name what belongs to Gatehouse itself: by a word that stands for it, or by a path.
import { shellPath } from '../../../text/index.ts';

export interface Surroundings {
  /** The real directory in which the command runs. */
  readonly directory: string;
  /** The person's home, for `~`, `$HOME` and `${HOME}`. */
  readonly home: string;
}

/** The absolute paths that a word may mean: itself, and what follows a `=`, `:`, `@` or `,` in it. */
export function meantPaths(word: string, surroundings: Surroundings): readonly string[] {
  const parts = [word, ...word.split(/[=:@,]/)].filter((part) => part !== '');
  return [...new Set(parts)].map((part) => shellPath(part, surroundings));
}

/** As a word of its own, whatever its case: `.gatehouse` stands in `~/.gatehouse/token` and not in `my.gatehouses`. */
export function holdsWord(text: string, searched: string): boolean {
  const folded = text.toLowerCase();
  const word = searched.toLowerCase();
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    const around = [folded[at - 1] ?? ' ', folded[at + word.length] ?? ' '];
    if (around.every((sign) => !/[\w-]/.test(sign))) return true;
  }
  return false;
}
