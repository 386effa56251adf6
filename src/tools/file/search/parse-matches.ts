// Reads what ripgrep prints of matching lines: `path NUL number sign text` per line.

export interface MatchLine {
  readonly name: string;
  readonly line: number;
  /** False for a line of context. */
  readonly isMatch: boolean;
  readonly text: string;
}

const record = /^(\d+)([:-])(.*)$/su;

/** `cutAt` is where bytes are missing, null where none are: the line it falls into, and all that follows, is left out. */
export function parseMatches(stdout: Uint8Array, cutAt: number | null): readonly MatchLine[] {
  const whole = new TextDecoder().decode(cutAt === null ? stdout : stdout.subarray(0, cutAt));
  const lines = whole.split('\n').slice(0, -1);
  return lines.flatMap((line): readonly MatchLine[] => {
    const end = line.indexOf('\0');
    // A name with a line feed in it is in two parts here, of which neither is a path: no rule of paths would show it anyway.
    if (end < 0 || !line.startsWith('./')) return [];
    const [, number, sign, text = ''] = record.exec(line.slice(end + 1)) ?? [];
    if (number === undefined) return [];
    return [{ name: line.slice(2, end), line: Number(number), isMatch: sign === ':', text: text.replace(/\r$/, '') }];
  });
}

/** Matching lines per file, of `--count`. */
export function parseCounts(stdout: Uint8Array): readonly { readonly name: string; readonly count: number }[] {
  const lines = new TextDecoder().decode(stdout).split('\n');
  return lines.flatMap((line) => {
    const [path = '', count] = line.split('\0');
    return count !== undefined && path.startsWith('./') ? [{ name: path.slice(2), count: Number(count) }] : [];
  });
}
