// Finds the tools that fit a request, among those a caller may see. Pure: it holds an index of the tools and nothing else.
import type { Tool } from '../../contract/index.ts';
import type { LearnedUses } from './learned-uses.ts';
import { explainMatch, type Match } from './ranking/explain-match.ts';
import { rankTools, type RankedTool } from './ranking/rank-tools.ts';
import { createNearTerms } from './query/near-terms.ts';
import { queryStems, readQuery, type ReadQuery } from './query/read-query.ts';
import { createSlots, type Slots } from './ranking/slots.ts';
import { createToolIndex, type ToolIndex } from './index/tool-index.ts';

export interface ToolQuery {
  readonly text: string;
  /** How many at most. */
  readonly limit: number;
  /** What the caller may see; nothing else is found, nor counts. The same function for all who see the same: each tool is asked about once. */
  readonly sees: (tool: Tool) => boolean;
  /** What the caller's earlier searches led to; absent where nothing is learned. */
  readonly learned?: LearnedUses;
}

export interface ToolSearch {
  /** Brings the index in step with the tools of a snapshot: what is new is added, what is gone or changed is removed. */
  follow(tools: readonly Tool[]): void;
  /** Best first; equal scores in order of name. Empty when no word of the query is known. */
  find(query: ToolQuery): readonly RankedTool[];
  /** Which words of a request speak for a tool. */
  explain(text: string, tool: Tool): Match;
  /** What is kept of a request to learn from: its stems without values, each once. */
  stemsOf(text: string): readonly string[];
}

export function createToolSearch(): ToolSearch {
  const index = createToolIndex();
  const nearTerms = createNearTerms();
  let followed: readonly Tool[] = [];
  let slots: Slots | null = null;

  return {
    follow(tools) {
      const { leaving, arriving } = difference(followed, tools);
      followed = tools;
      if (leaving.length === 0 && arriving.length === 0) return;
      index.remove(leaving);
      index.add(arriving);
      slots = null;
    },
    stemsOf: queryStems,
    explain(text, tool) {
      slots ??= createSlots(index, nearTerms);
      const slot = slots.slotOf(tool);
      return slot === undefined ? { holds: [], near: [], alike: [] } : explainMatch(readQuery(text).whole, slot, slots);
    },
    find({ text, limit, sees, learned }) {
      slots ??= createSlots(index, nearTerms);
      const query = readQuery(text);
      const ranked = rankTools(query, { slots, sees, votes: votesFor(query, learned, index) });
      const named = index.named(query.name, sees);
      if (named === undefined) return ranked.slice(0, limit);
      return [standingFirst(named, ranked), ...ranked.filter(({ tool }) => tool !== named)].slice(0, limit);
    },
  };
}

/** Looks closely only between where two lists begin to differ and where they cease to: most changes are of one place. */
function difference(before: readonly Tool[], after: readonly Tool[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const old = new Set(before.slice(start, before.length - end));
  const present = new Set(after.slice(start, after.length - end));
  return { leaving: [...old.difference(present)], arriving: [...present.difference(old)] };
}

/** Who writes a tool's name wants that tool. */
function standingFirst(tool: Tool, ranked: readonly RankedTool[]): RankedTool {
  const found = ranked.find((item) => item.tool === tool);
  const parts = found?.parts ?? { words: 0, clauses: 0, name: 0, learned: 0 };
  return { tool, score: (ranked[0]?.score ?? 0) + 1, parts: { ...parts, name: 1 } };
}

/** A definition that is no longer the one that was called has no votes. */
function votesFor({ whole }: ReadQuery, learned: LearnedUses | undefined, index: ToolIndex): ReadonlyMap<Tool, number> {
  const votes = new Map<Tool, number>();
  for (const { tool: name, fingerprint, vote } of learned?.votes(whole.stems) ?? []) {
    const tool = index.find(name, fingerprint);
    if (tool !== undefined) votes.set(tool, vote);
  }
  return votes;
}
