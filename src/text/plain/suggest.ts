// Which names somebody may have meant: by typing errors and by shared words.

/** Names are short; of a longer input only so much is compared. */
const longestName = 64;
/** Sharing half of all words is a hint, less is chance. */
const leastShared = 0.5;

/** A name made ready for comparing. */
interface Spelling {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/**
 * The candidates nearest to a name that does not exist, best first, at most `most` (default 3); none when nothing is near. Case and
 * separators hardly count (`readFile`, `read-file`), a few wrong, missing or swapped characters are forgiven, more in a longer name. The
 * order depends on the names alone.
 */
export function nearNames(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = spellingOf(name.slice(0, longestName));
  const near: { readonly candidate: string; readonly closeness: number }[] = [];
  for (const candidate of candidates) {
    const closeness = closenessOf(wanted, candidate);
    if (closeness > 0) near.push({ candidate, closeness });
  }
  near.sort((left, right) => right.closeness - left.closeness || (left.candidate < right.candidate ? -1 : 1));
  return near.slice(0, most).map(({ candidate }) => candidate);
}

/** 0 for no relation, 1 for the same name but for case. */
function closenessOf(wanted: Spelling, candidate: string): number {
  const text = candidate.slice(0, longestName).toLowerCase();
  const longer = Math.max(wanted.text.length, text.length);
  const bound = forgiven(Math.min(wanted.text.length, text.length));
  const distance = distanceWithin(wanted.text, text, bound);
  const byTyping = distance > bound || longer === 0 ? 0 : 1 - distance / longer;
  // Word order and separators are free, so shared words never outrank the same spelling.
  return Math.max(byTyping, sharedWords(wanted, candidate) * 0.95);
}

/** Typing errors that are forgiven in a name of that length. */
function forgiven(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : Math.min(4, Math.floor(length / 3));
}

function spellingOf(name: string): Spelling {
  return { text: name.toLowerCase(), words: new Set(wordsOf(name)) };
}

function wordsOf(name: string): string[] {
  const spaced = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Dice's coefficient of the words, 0 where less than half is shared. */
function sharedWords({ words }: Spelling, candidate: string): number {
  const others = new Set(wordsOf(candidate.slice(0, longestName)));
  let common = 0;
  for (const word of others) if (words.has(word)) common++;
  const shared = common === 0 ? 0 : (2 * common) / (words.size + others.size);
  return shared < leastShared ? 0 : shared;
}

/**
 * Edits between two texts (insert, delete, replace, swap of neighbours), or more than `bound` where there are more: optimal string
 * alignment, the variant of Damerau-Levenshtein that edits no place twice.
 */
function distanceWithin(left: string, right: string, bound: number): number {
  if (Math.abs(left.length - right.length) > bound) return bound + 1;
  let twoUp: number[] = [];
  let up = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const cost = left.charCodeAt(row - 1) === right.charCodeAt(column - 1) ? 0 : 1;
      let cells = Math.min(at(up, column) + 1, at(current, column - 1) + 1, at(up, column - 1) + cost);
      const isSwap =
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
      if (isSwap) cells = Math.min(cells, at(twoUp, column - 2) + 1);
      current.push(cells);
      least = Math.min(least, cells);
    }
    if (least > bound) return bound + 1;
    twoUp = up;
    up = current;
  }
  return at(up, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
