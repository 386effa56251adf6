// Finds tools for a caller by what they are for. The ranking is kernel/search's; here is what a query may be, and what an answer says.
import {
  longestToolQuery,
  type Caller,
  type FoundTools,
  type SearchOptions,
  type Tool,
  type ToolSummary,
} from '../../contract/index.ts';
import { cutHead } from '../../text/index.ts';
import { isVisible } from '../registry/filter.ts';
import { isBridge } from '../registry/is-bridge.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import type { Learning } from '../search/learning.ts';
import type { ToolSearch } from '../search/tool-search.ts';
import type { DescribeScope } from './describe.ts';
import { countSources } from './listing-text.ts';
import { seenTools, type SeenTools } from './seen-tools.ts';
import { summarise } from './summary.ts';

const usualLimit = 5;
const mostFound = 20;
const mostSources = 5;
const longestDescription = 400;
const mostKinds = 100;

export interface ToolFinder {
  find(query: string, options: SearchOptions, scope: DescribeScope): Promise<FoundTools>;
}

/** Null where nothing is learned. */
export type FinderLearning = Pick<Learning, 'learnedBy' | 'searched'>;

/** One index for all callers, loaded and brought in step with the catalogue when a search comes: who never searches never pays for it. */
export function createToolFinder(learning: FinderLearning | null = null): ToolFinder {
  let loading: Promise<ToolSearch> | null = null;
  let followed: Snapshot | null = null;
  /** Of callers of a kind: what they may see of what is followed is looked up once, for a large catalogue takes longer than its search. */
  const views = new Map<string, View>();
  return {
    async find(query, { limit, explain = false }, scope) {
      const { snapshot, caller, policy } = scope;
      loading ??= loadSearch();
      const search = await loading;
      // What was learned helps; a store that cannot tell it must not end the search.
      const learned = await learning?.learnedBy(caller).catch(() => undefined);
      // From here to the ranking nothing waits: another search may bring the index in step with another snapshot.
      if (followed !== snapshot) {
        search.follow(snapshot.all().filter((tool) => !isBridge(tool)));
        views.clear();
        followed = snapshot;
      }
      const seen = seenTools(snapshot, caller);
      const text = cleanQuery(query);
      const most = clampLimit(limit);
      const named = seen.find(text);
      const view = views.get(kindOf(caller, snapshot)) ?? viewOf(caller, seen, snapshot);
      if (views.size < mostKinds) views.set(kindOf(caller, snapshot), view);
      const ranked = search.find({ text, limit: most, sees: view.sees, ...(learned === undefined ? {} : { learned }) });
      const parts = new Map(ranked.map(({ tool, score, parts: own }) => [tool, { score, ...own }]));
      const found = [...new Set([...(named === undefined ? [] : [named]), ...parts.keys()])].slice(0, most);
      const fresh = { query: text, stems: search.stemsOf(text), shown: found };
      await learning?.searched(caller, fresh).catch(() => undefined);
      const missed = found.length === 0;
      return {
        query: text,
        tools: found.map((tool) => ({
          ...shortened(tool, summarise(tool, caller, policy)),
          ...(explain ? { why: { ...(parts.get(tool) ?? byName), ...search.explain(text, tool) } } : {}),
        })),
        total: view.total,
        sources: missed ? countSources(seen.all()).slice(0, mostSources) : [],
        nearest: missed ? seen.near(text) : [],
      };
    },
  };
}

/** What speaks for a tool that is found by its name alone, as bridges are. */
const byName = { score: 1, words: 0, clauses: 0, name: 1, learned: 0 };

interface View {
  readonly sees: (tool: Tool) => boolean;
  readonly total: number;
}

function viewOf(caller: Caller, seen: SeenTools, { scopes }: Snapshot): View {
  return { sees: (tool) => isVisible(tool, caller, scopes), total: seen.all().length };
}

/** All that what a caller may see follows from. */
function kindOf(caller: Caller, { scopes }: Snapshot): string {
  const { trust, attended, seesHidden, allowedTools, policyClasses } = caller;
  return JSON.stringify([trust, attended, seesHidden, allowedTools, policyClasses, scopes.of(caller)]);
}

async function loadSearch(): Promise<ToolSearch> {
  const { createToolSearch } = await import('../search/tool-search.ts');
  return createToolSearch();
}

function cleanQuery(query: string): string {
  const start = cutHead(query, longestToolQuery).text.toWellFormed();
  return start.replace(/\p{Cc}+/gu, ' ').trim();
}

function clampLimit(limit = usualLimit): number {
  return !Number.isFinite(limit) ? usualLimit : Math.min(mostFound, Math.max(1, Math.trunc(limit)));
}

/** A description may be as long as its definition; who wants it whole describes the tool. */
function shortened({ description }: Tool, summary: ToolSummary): ToolSummary {
  const { text, omittedChars } = cutHead(description, longestDescription);
  return omittedChars === 0 ? summary : { ...summary, description: `${text}…` };
}
