// Finds the tools that fit a request, among those a caller may see. Pure: it holds an index of the tools and nothing else.
import type { Tool } from '../../contract/index.ts';
import { candidatesOf, type Candidate, type CandidateQuestion } from './candidates.ts';
import { readQuery, type ReadQuery } from './read-query.ts';
import { createScoreBoard, type ScoreBoard } from './score-board.ts';
import { rarity, scoreTerms, type Scoring } from './score-terms.ts';
import { createToolIndex } from './tool-index.ts';

export interface ToolQuery {
  readonly text: string;
  /** How many at most. */
  readonly limit: number;
  /** What the caller may see; nothing else is found. */
  readonly sees: (tool: Tool) => boolean;
}

export interface RankedTool {
  readonly tool: Tool;
  /** Comparable within one answer only. */
  readonly score: number;
}

export interface ToolSearch {
  /** Brings the index in step with the tools of a snapshot: what is new is added, what is gone or changed is removed. */
  follow(tools: readonly Tool[]): void;
  /** Best first; equal scores in order of name. Empty when no word of the query is known. */
  find(query: ToolQuery): readonly RankedTool[];
}

export function createToolSearch(): ToolSearch {
  const index = createToolIndex();
  let followed: readonly Tool[] = [];
  let byName: ReadonlyMap<string, Tool> = new Map();
  let scratch: Scratch | null = null;

  return {
    follow(tools) {
      if (tools === followed) return;
      const present = new Set(tools);
      index.remove(followed.filter((tool) => !present.has(tool)));
      index.add(tools);
      followed = tools;
      byName = namesOf(tools);
      scratch = null;
    },
    find({ text, limit, sees }) {
      scratch ??= scratchFor(index);
      const query = readQuery(text);
      const { scoring } = scratch;
      const seen = (slot: number) => toolAt(scoring, slot, sees);
      const ranked = rank(query, { ...scratch, seen });
      const named = byName.get(query.name);
      const exact = named !== undefined && sees(named) ? [named] : [];
      const others = ranked.filter(({ tool }) => !exact.includes(tool));
      const best = (others[0]?.score ?? 0) + 1;
      return [...exact.map((tool) => ({ tool, score: best })), ...others].slice(0, limit);
    },
  };
}

/** By name and alias, whatever the case. */
function namesOf(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const names = new Map<string, Tool>();
  for (const tool of tools) for (const alias of tool.aliases) names.set(alias.toLowerCase(), tool);
  for (const tool of tools) names.set(tool.name.toLowerCase(), tool);
  return names;
}

interface Scratch {
  readonly scoring: Scoring;
  readonly main: ScoreBoard;
  readonly clause: ScoreBoard;
}

function scratchFor({ segments, size }: Scoring | ReturnType<typeof createToolIndex>): Scratch {
  const starts: number[] = [];
  let slots = 0;
  for (const segment of segments) {
    starts.push(slots);
    slots += segment.tools.length;
  }
  return { scoring: { segments, starts, size }, main: createScoreBoard(slots), clause: createScoreBoard(slots) };
}

/** Null for one that is gone, or that the caller may not see. */
function toolAt({ segments, starts }: Scoring, slot: number, sees: (tool: Tool) => boolean): Tool | null {
  for (let index = segments.length - 1; index >= 0; index--) {
    const start = starts[index] ?? 0;
    const segment = segments[index];
    if (slot < start || segment === undefined) continue;
    const tool = segment.tools[slot - start];
    return tool !== undefined && segment.holds(slot - start) && sees(tool) ? tool : null;
  }
  return null;
}

/** What counts beside the words of the whole request, each between 0 and 1. */
const clauseWeight = 0.25;
const nameWeight = 0.15;

function rank(query: ReadQuery, question: Scratch & { readonly seen: CandidateQuestion['seen'] }): RankedTool[] {
  const { scoring, main, clause, seen } = question;
  scoreTerms(scoring, query.whole, main);
  const found = candidatesOf(main, { seen, limit: mainCandidates });
  const best = found[0]?.score ?? 0;
  const scores = new Map<number, number>();
  if (best > 0) for (const { slot, score } of found) scores.set(slot, score / best);
  for (const [slot, share] of clauseShares(query, question)) {
    scores.set(slot, (scores.get(slot) ?? (main.scores[slot] ?? 0) / (best || 1)) + clauseWeight * share);
  }
  main.clear();
  clause.clear();
  const tools = new Map([...scores.keys()].map((slot) => [slot, seen(slot)]));
  return [...scores]
    .flatMap(([slot, score]) => {
      const tool = tools.get(slot);
      return tool === null || tool === undefined
        ? []
        : [{ tool, score: score + nameWeight * coverage(slot, query, scoring) }];
    })
    .toSorted((left, right) => right.score - left.score || (left.tool.name < right.tool.name ? -1 : 1));
}

const mainCandidates = 3000;
const clauseCandidates = 3000;

/** The best that a candidate reaches in any one clause, as a share of the best of all in it. */
function clauseShares(
  { clauses }: ReadQuery,
  { scoring, clause, seen }: Scratch & { readonly seen: CandidateQuestion['seen'] },
): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  for (const terms of clauses) {
    scoreTerms(scoring, terms, clause);
    const found: readonly Candidate[] = candidatesOf(clause, { seen, limit: clauseCandidates });
    const best = found[0]?.score ?? 0;
    for (const { slot, score } of found) shares.set(slot, Math.max(shares.get(slot) ?? 0, score / best));
    clause.clear();
  }
  return shares;
}

/** How much of the tool's name the request says, rare words counting more. */
function coverage(slot: number, { whole }: ReadQuery, scoring: Scoring): number {
  const index = scoring.starts.findLastIndex((start) => start <= slot);
  const stems = scoring.segments[index]?.nameStems[slot - (scoring.starts[index] ?? 0)] ?? [];
  let said = 0;
  let all = 1;
  for (const stem of stems) {
    const weight = rarity(scoring, 'stems', stem);
    all += weight;
    if (whole.stems.has(stem)) said += weight;
  }
  return said / all;
}
