// Orders the tools for a request: by the words of the whole, by its clauses, by the name, and by what earlier searches led to.
import type { Tool } from '../../../contract/index.ts';
import { candidatesOf, isBefore } from './candidates.ts';
import type { QueryTerms, ReadQuery } from '../query/read-query.ts';
import { rarity, scoreOwnWords, scoreTerms, type Scoring } from './score-terms.ts';
import { clearBoard } from './score-board.ts';
import type { Slots } from './slots.ts';

export interface RankedTool {
  readonly tool: Tool;
  /** The sum of the parts, each with its weight. Comparable within one answer only. */
  readonly score: number;
  readonly parts: RankParts;
}

/** What speaks for a tool, each from 0 to 1. */
export interface RankParts {
  /** Against the tool that fits the words of the whole request best. */
  readonly words: number;
  /** The same for the clause it fits best. */
  readonly clauses: number;
  /** How much of its name the request says. */
  readonly name: number;
  /** What the caller's earlier searches led to. */
  readonly learned: number;
}

export interface RankQuestion {
  readonly slots: Slots;
  /** Kept to know again who asks: its answers must not change while the tools do not. */
  readonly sees: (tool: Tool) => boolean;
  readonly votes: ReadonlyMap<Tool, number>;
}

/** Measured on the public sets of docs/tool-search.md. */
export const partWeights: RankParts = { words: 1, clauses: 0.15, name: 0.2, learned: 3 };

const mainCandidates = 100;
const clauseCandidates = 20;

export function rankTools(query: ReadQuery, { slots, sees, votes }: RankQuestion): readonly RankedTool[] {
  const { main, clause } = slots;
  const scoring = slots.scoringFor(sees);
  const seen = (slot: number) => (scoring.seen?.[slot] === 0 ? null : (slots.toolAt(slot) ?? null));
  const best = (board: typeof main, limit: number) => candidatesOf(board, { seen, limit });
  const standing = new Map<number, Tool>();

  scoreTerms(scoring, query.whole, main);
  const found = best(main, mainCandidates);
  for (const { slot, tool } of found) standing.set(slot, tool);
  const clauseShares = new Map<number, number>();
  for (const terms of query.clauses) {
    scoreOwnWords(scoring, terms, clause);
    const fitting = best(clause, clauseCandidates);
    for (const { slot, tool, score } of fitting) {
      standing.set(slot, tool);
      clauseShares.set(slot, Math.max(clauseShares.get(slot) ?? 0, score / (fitting[0]?.score ?? 1)));
    }
    clearBoard(clause);
  }
  for (const tool of votes.keys()) {
    const slot = slots.slotOf(tool);
    if (slot !== undefined && seen(slot) !== null) standing.set(slot, tool);
  }
  const top = found[0]?.score ?? 1;
  const ranked = [...standing].map(([slot, tool]) =>
    rankedTool(tool, {
      words: (main.scores[slot] ?? 0) / top,
      clauses: clauseShares.get(slot) ?? 0,
      name: coverage(scoring, slots.nameStemsAt(slot), query.whole),
      learned: votes.get(tool) ?? 0,
    }),
  );
  clearBoard(main);
  return ranked.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
}

function rankedTool(tool: Tool, parts: RankParts): RankedTool {
  const score =
    partWeights.words * parts.words +
    partWeights.clauses * parts.clauses +
    partWeights.name * parts.name +
    partWeights.learned * parts.learned;
  return { tool, score, parts };
}

/** How much of the tool's name the request says, rare words counting more. */
function coverage(scoring: Scoring, nameStems: readonly string[], { stems }: QueryTerms): number {
  let said = 0;
  let all = 1;
  for (const stem of nameStems) {
    const weight = rarity(scoring, 'stems', stem);
    all += weight;
    if (stems.has(stem)) said += weight;
  }
  return said / all;
}
