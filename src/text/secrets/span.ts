// Stretches of a text that hold a secret, and the text without them.

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** Whose value it is, or what it looks like: `GITHUB_PAT`, `a GitHub token`. */
  readonly name: string;
  /** It may go on in what follows: how long it is does not tell yet how it compares with others. */
  readonly isBlock?: true;
}

/** What stands in place of a secret. No rule takes a mark for a secret again. */
export function redactionMark(name: string): string {
  return `[redacted: ${name}]`;
}

/** In order and without overlaps. What overlaps goes together, under the name of the longest: cutting out one would leave a piece of the other. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = spans.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const merged: SecretSpan[] = [];
  let longest = 0;
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      longest = lengthOf(span);
      continue;
    }
    const isLonger = lengthOf(span) > longest;
    longest = Math.max(longest, lengthOf(span));
    merged[merged.length - 1] = {
      start: last.start,
      end: Math.max(last.end, span.end),
      name: isLonger ? span.name : last.name,
    };
  }
  return merged;
}

function lengthOf({ start, end, isBlock }: SecretSpan): number {
  return isBlock === true ? Number.POSITIVE_INFINITY : end - start;
}

/** The text with a mark in place of each span. The spans are merged ones. */
export function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text;
  let result = '';
  let done = 0;
  for (const { start, end, name } of spans) {
    result += text.slice(done, start) + redactionMark(name);
    done = end;
  }
  return result + text.slice(done);
}
