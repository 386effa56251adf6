// How well every tool fits some words: BM25 over stems, exact words beside them, near words where the word itself is missing, and pieces.
import type { NearTerms } from '../query/near-terms.ts';
import type { Postings } from '../index/postings.ts';
import type { QueryTerms } from '../query/read-query.ts';
import type { ScoreBoard } from './score-board.ts';
import type { Segment } from '../index/segment.ts';
import { gramsOf, stemOf } from '../query/words.ts';

export interface Scoring {
  readonly segments: readonly Segment[];
  /** The slot of each segment's first document. */
  readonly starts: readonly number[];
  /** Tools that are there. */
  readonly size: number;
  readonly nearTerms: NearTerms;
}

export type TermKind = 'stems' | 'words' | 'pairs' | 'grams';

/** What a match of each kind counts beside one of a stem. */
export const kindWeights = { stems: 1, words: 0.4, near: 0.9, pairs: 0.25, grams: 0.1 } as const;

export function scoreTerms(scoring: Scoring, terms: QueryTerms, board: ScoreBoard): void {
  addKind(scoring, { kind: 'stems', terms: terms.stems }, board);
  addKind(scoring, { kind: 'words', terms: terms.words }, board);
  addNear(scoring, terms.stems, board);
  addKind(scoring, { kind: 'pairs', terms: terms.pairs }, board);
  addKind(scoring, { kind: 'grams', terms: gramTerms(unknownWords(scoring, terms)) }, board);
}

interface KindTerms {
  readonly kind: TermKind;
  readonly terms: ReadonlyMap<string, number>;
}

function addKind(scoring: Scoring, { kind, terms }: KindTerms, board: ScoreBoard): void {
  for (const [term, weight] of terms) {
    const factor = kindWeights[kind] * weight * rarity(scoring, kind, term);
    if (factor === 0) continue;
    scoring.segments.forEach((segment, index) => {
      addRange(segment[kind], { term, factor, start: scoring.starts[index] ?? 0 }, board);
    });
  }
}

interface TermRange {
  readonly term: string;
  readonly factor: number;
  readonly start: number;
}

function addRange(postings: Postings, { term, factor, start }: TermRange, board: ScoreBoard): void {
  const range = postings.rangeOf(term);
  if (range === null) return;
  const { documents, weights } = postings;
  for (let at = range.from; at < range.to; at++) {
    board.add(start + (documents[at] ?? 0), factor * (weights[at] ?? 0));
  }
}

/** The inverse document frequency of BM25; 0 for a term that no tool holds. */
export function rarity({ segments, size }: Scoring, kind: TermKind, term: string): number {
  let held = 0;
  for (const segment of segments) held += segment[kind].frequency(term);
  return held === 0 ? 0 : inverseFrequency(size, held);
}

/** A little less than that of BM25: in small catalogues a word that one tool holds by chance says less than it would. */
const rarityPower = 0.93;

function inverseFrequency(size: number, held: number): number {
  return Math.log(1 + (size - held + 0.5) / (held + 0.5)) ** rarityPower;
}

/** For each word the best of its near words, in tools that do not hold the word itself. */
function addNear(scoring: Scoring, stems: ReadonlyMap<string, number>, board: ScoreBoard): void {
  const best = new Map<number, number>();
  for (const [stem, weight] of stems) {
    const near = scoring.nearTerms(stem);
    if (near.length === 0) continue;
    const own = rarity(scoring, 'stems', stem) || inverseFrequency(scoring.size, 0);
    best.clear();
    for (const { stem: other, closeness } of near) {
      const factor = kindWeights.near * weight * closeness * Math.min(own, rarity(scoring, 'stems', other));
      if (factor > 0) raise(scoring, { stem: other, factor }, best);
    }
    if (best.size === 0) continue;
    forgetHolders(scoring, stem, best);
    for (const [slot, amount] of best) board.add(slot, amount);
  }
}

function raise(scoring: Scoring, { stem, factor }: { stem: string; factor: number }, best: Map<number, number>): void {
  scoring.segments.forEach(({ stems }, index) => {
    const range = stems.rangeOf(stem);
    if (range === null) return;
    const start = scoring.starts[index] ?? 0;
    for (let at = range.from; at < range.to; at++) {
      const slot = start + (stems.documents[at] ?? 0);
      const amount = factor * (stems.weights[at] ?? 0);
      if (amount > (best.get(slot) ?? 0)) best.set(slot, amount);
    }
  });
}

function forgetHolders({ segments, starts }: Scoring, stem: string, best: Map<number, number>): void {
  segments.forEach(({ stems }, index) => {
    const range = stems.rangeOf(stem);
    if (range === null) return;
    const start = starts[index] ?? 0;
    for (let at = range.from; at < range.to; at++) best.delete(start + (stems.documents[at] ?? 0));
  });
}

/** Words that no tool holds: mistyped, joined, or cut in another way. Of any other word its pieces only blur what it says. */
function unknownWords(scoring: Scoring, { words }: QueryTerms): ReadonlyMap<string, number> {
  return new Map([...words].filter(([word]) => rarity(scoring, 'stems', stemOf(word)) === 0));
}

function gramTerms(words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [word, weight] of words)
    for (const gram of gramsOf(word)) sums.set(gram, (sums.get(gram) ?? 0) + weight * weight);
  return new Map([...sums].map(([gram, sum]) => [gram, Math.sqrt(sum)]));
}
