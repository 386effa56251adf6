// Finds the line that somebody may have meant by a text that is not in the file.

export interface NearLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** True where only spaces and tabs differ. */
  readonly differsInSpace: boolean;
}

/** Less in common is chance. */
const leastAlike = 0.5;
const mostLines = 50_000;
const comparedChars = 300;

/** The line most like the first line of the wanted text that is not blank; null where none is half alike. */
export function nearestLine(text: string, wanted: string): NearLine | null {
  const first = wanted.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) return null;
  const aim = withoutSpace(first);
  const aimPairs = pairsOf(aim);
  let best: { readonly line: number; readonly text: string; readonly likeness: number } | null = null;
  for (const [index, line] of text.split('\n', mostLines).entries()) {
    const candidate = withoutSpace(line);
    const likeness = candidate === aim ? 2 : likenessOf(candidate, aim, aimPairs);
    if (likeness >= leastAlike && likeness > (best?.likeness ?? 0))
      best = { line: index + 1, text: line.trimEnd(), likeness };
  }
  return best === null ? null : { line: best.line, text: best.text, differsInSpace: best.likeness === 2 };
}

function withoutSpace(line: string): string {
  return line.slice(0, comparedChars).replaceAll(/\s+/g, '');
}

/** Dice's coefficient of the pairs of neighbouring characters. */
function likenessOf(candidate: string, aim: string, aimPairs: ReadonlyMap<string, number>): number {
  const total = candidate.length - 1 + (aim.length - 1);
  // Even if all of the shorter one were in the longer one.
  if (total <= 0 || (2 * (Math.min(candidate.length, aim.length) - 1)) / total < leastAlike) return 0;
  let common = 0;
  for (const [pair, count] of pairsOf(candidate)) common += Math.min(count, aimPairs.get(pair) ?? 0);
  return (2 * common) / total;
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < text.length; index++) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
