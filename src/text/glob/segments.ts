// Matches a sequence of segments, with `**` for any number of them. As in segment.ts no backtracking.
import { parseSegment } from './segment.ts';
import type { Segment } from './segment.ts';

/** A parsed sequence; null stands for `**`. */
export interface Segments {
  readonly list: readonly (Segment | null)[];
  /** The texts that every match begins with. */
  readonly literalHead: readonly string[];
  /** The texts that every match ends with; empty where the whole is literal. */
  readonly literalTail: readonly string[];
  readonly isLiteral: boolean;
  matches(texts: readonly string[]): boolean;
}

export type SegmentsParse =
  | { readonly ok: true; readonly segments: Segments }
  | { readonly ok: false; readonly message: string };

export interface SegmentsOptions {
  /** Brings literal text into the form that targets have. */
  readonly spell?: (literal: string) => string;
  /** Resolves `.` and `..`, as targets have been; null where that cannot be done. */
  readonly resolve?: (list: readonly (Segment | null)[]) => readonly (Segment | null)[] | null;
}

const wildParent = 'A ".." behind a wildcard has no one meaning: name the folder.';

export function parseSegments(sources: readonly string[], { spell, resolve }: SegmentsOptions = {}): SegmentsParse {
  const parsed: (Segment | null)[] = [];
  for (const source of sources) {
    if (source === '**') {
      parsed.push(null);
      continue;
    }
    const parse = parseSegment(source, spell);
    if (!parse.ok) return parse;
    parsed.push(parse.segment);
  }
  const list = resolve === undefined ? parsed : resolve(parsed);
  return list === null ? { ok: false, message: wildParent } : { ok: true, segments: segmentsOf(list) };
}

function segmentsOf(list: readonly (Segment | null)[]): Segments {
  const literalHead = literalsOf(list);
  const isLiteral = literalHead.length === list.length;
  const literalTail = isLiteral ? [] : literalsOf(list.toReversed()).toReversed();
  const runs = runsOf(list);
  // runsOf never gives less than one run.
  const first = runs[0] ?? [];
  if (runs.length === 1)
    return {
      list,
      literalHead,
      literalTail,
      isLiteral,
      matches: (texts) => texts.length === first.length && standsAt(first, texts, 0),
    };
  const last = runs.at(-1) ?? [];
  const between = runs.slice(1, -1).filter((run) => run.length > 0);
  return {
    list,
    literalHead,
    literalTail,
    isLiteral,
    matches: (texts) => matchesRuns(texts, first, { between, last }),
  };
}

function literalsOf(list: readonly (Segment | null)[]): string[] {
  const literals: string[] = [];
  for (const segment of list) {
    if (segment === null || segment.literal === null) break;
    literals.push(segment.literal);
  }
  return literals;
}

/** What stands between the `**`. */
function runsOf(list: readonly (Segment | null)[]): Segment[][] {
  let run: Segment[] = [];
  const runs = [run];
  for (const segment of list) {
    if (segment !== null) run.push(segment);
    else runs.push((run = []));
  }
  return runs;
}

/** Each segment takes exactly one text, so the leftmost place of a run leaves the most room for the rest. */
function matchesRuns(
  texts: readonly string[],
  first: readonly Segment[],
  rest: { readonly between: readonly (readonly Segment[])[]; readonly last: readonly Segment[] },
): boolean {
  const end = texts.length - rest.last.length;
  let at = first.length;
  if (at > end || !standsAt(first, texts, 0) || !standsAt(rest.last, texts, end)) return false;
  for (const run of rest.between) {
    while (at + run.length <= end && !standsAt(run, texts, at)) at++;
    at += run.length;
    if (at > end) return false;
  }
  return true;
}

function standsAt(run: readonly Segment[], texts: readonly string[], at: number): boolean {
  for (let index = 0; index < run.length; index++) {
    const text = texts[at + index];
    if (text === undefined || run[index]?.matches(text) !== true) return false;
  }
  return true;
}
