// How well every tool fits some words: BM25 over stems, exact words beside them, near words where the word itself is missing, words side by
// side, and pieces of words that no tool holds.
import type { Segment } from '../index/segment.ts';
import type { NearTerms } from '../query/near-terms.ts';
import type { QueryTerms } from '../query/read-query.ts';
import { gramsOf, stemOf } from '../query/words.ts';
import { addScore, clearBoard, raiseScore, type ScoreBoard } from './score-board.ts';

export interface Scoring {
  readonly segments: readonly Segment[];
  /** The slot of each segment's first document. */
  readonly starts: readonly number[];
  /** Tools that are there and seen. */
  readonly size: number;
  /** 1 at the slot of each of them; null where all that are there are seen. */
  readonly seen: Uint8Array | null;
  readonly nearTerms: NearTerms;
  /** Empty between uses. */
  readonly near: ScoreBoard;
  /** Rarities that were asked for, by stem. */
  readonly rarities: Map<string, number>;
}

export type TermKind = 'stems' | 'words' | 'pairs' | 'grams';

/** What a match of each kind counts beside one of a stem. */
export const kindWeights = { stems: 1, words: 0.4, near: 0.9, pairs: 0.25, grams: 0.8 } as const;

export function scoreTerms(scoring: Scoring, terms: QueryTerms, board: ScoreBoard): void {
  scoreOwnWords(scoring, terms, board);
  addNear(scoring, terms.stems, board);
  addSpelledAlike(scoring, terms.words, board);
}

/** By the words that stand there alone, as is enough for a part of a request: the whole has looked further. */
export function scoreOwnWords(scoring: Scoring, terms: QueryTerms, board: ScoreBoard): void {
  addKind(scoring, { kind: 'stems', terms: terms.stems }, board);
  addKind(scoring, { kind: 'words', terms: terms.words }, board);
  addKind(scoring, { kind: 'pairs', terms: terms.pairs }, board);
}

interface KindTerms {
  readonly kind: TermKind;
  readonly terms: ReadonlyMap<string, number>;
}

function addKind(scoring: Scoring, { kind, terms }: KindTerms, board: ScoreBoard): void {
  for (const [term, weight] of terms) {
    const factor = kindWeights[kind] * weight * rarity(scoring, kind, term);
    if (factor > 0) walk(scoring, { kind, term }, (slot, share) => addScore(board, slot, factor * share));
  }
}

interface HeldTerm {
  readonly kind: TermKind;
  readonly term: string;
}

/** Every tool that holds the term, with how much it counts there. */
function walk(
  { segments, starts }: Scoring,
  { kind, term }: HeldTerm,
  visit: (slot: number, share: number) => void,
): void {
  for (let index = 0; index < segments.length; index++) {
    const postings = segments[index]?.[kind];
    const range = postings?.rangeOf(term);
    if (postings === undefined || range === null || range === undefined) continue;
    const { documents, weights } = postings;
    const start = starts[index] ?? 0;
    for (let at = range.from; at < range.to; at++) visit(start + (documents[at] ?? 0), weights[at] ?? 0);
  }
}

/** The inverse document frequency of BM25; 0 for a term that no tool holds. */
export function rarity(scoring: Scoring, kind: TermKind, term: string): number {
  if (kind !== 'stems') return counted(scoring, kind, term);
  const known = scoring.rarities.get(term);
  if (known !== undefined) return known;
  const value = counted(scoring, kind, term);
  // Only of terms of the catalogue: what is asked has no end.
  if (value > 0) scoring.rarities.set(term, value);
  return value;
}

function counted(scoring: Scoring, kind: TermKind, term: string): number {
  const { segments, size, seen } = scoring;
  let held = 0;
  if (seen === null) for (const segment of segments) held += segment[kind].frequency(term);
  else walk(scoring, { kind, term }, (slot) => (held += seen[slot] ?? 0));
  return held === 0 ? 0 : inverseFrequency(size, held);
}

/** A little less than that of BM25: in small catalogues a word that one tool holds by chance says less than it would. */
const rarityPower = 0.93;

function inverseFrequency(size: number, held: number): number {
  return Math.log(1 + (size - held + 0.5) / (held + 0.5)) ** rarityPower;
}

/** For each word the best of its near words, in tools that do not hold the word itself. */
function addNear(scoring: Scoring, stems: ReadonlyMap<string, number>, board: ScoreBoard): void {
  const { near } = scoring;
  for (const [stem, weight] of stems) {
    const others = scoring.nearTerms(stem);
    if (others.length === 0) continue;
    const own = rarity(scoring, 'stems', stem) || inverseFrequency(scoring.size, 0);
    for (const { stem: other, closeness } of others) {
      const factor = kindWeights.near * weight * closeness * Math.min(own, rarity(scoring, 'stems', other));
      if (factor > 0)
        walk(scoring, { kind: 'stems', term: other }, (slot, share) => raiseScore(near, slot, factor * share));
    }
    if (near.touched.length === 0) continue;
    walk(scoring, { kind: 'stems', term: stem }, (slot) => void (near.scores[slot] = 0));
    for (const slot of near.touched) {
      const amount = near.scores[slot] ?? 0;
      if (amount > 0) addScore(board, slot, amount);
    }
    clearBoard(near);
  }
}

/**
 * Words that no tool holds (mistyped, joined, or cut in another way) by the pieces they share with a name, an argument or a source. Of a word
 * that is known its pieces would only blur what it says.
 */
function addSpelledAlike(scoring: Scoring, words: ReadonlyMap<string, number>, board: ScoreBoard): void {
  const { near } = scoring;
  for (const [word, weight] of words) {
    if (rarity(scoring, 'stems', stemOf(word)) > 0) continue;
    const grams = new Set(gramsOf(word));
    for (const term of grams) walk(scoring, { kind: 'grams', term }, (slot) => addScore(near, slot, 1));
    const factor = kindWeights.grams * weight * inverseFrequency(scoring.size, 0);
    for (const slot of near.touched) {
      const share = (near.scores[slot] ?? 0) / grams.size;
      if (share >= leastShare) addScore(board, slot, factor * share ** 2);
    }
    clearBoard(near);
  }
}

/** Words that share less are other words. */
export const leastShare = 0.5;
