// How well the search over tools finds what is wanted: `npm run vectors -- toolsearch DIR [--history half]`.
import { createHash } from 'node:crypto';
import type { Tool } from '../../src/contract/index.ts';
import { createLearnedUses } from '../../src/kernel/search/learned-uses.ts';
import { queryStems } from '../../src/kernel/search/query/read-query.ts';
import { createToolSearch } from '../../src/kernel/search/tool-search.ts';
import { meanOf, qualityOf, qualityText, type Quality } from './toolsearch/recall.ts';
import { readSets, type SearchQuery, type SearchSet } from './toolsearch/read-sets.ts';
import { setTool } from './toolsearch/set-tool.ts';

/** The set that pools others: shown, and no part of the mean. */
const pooled = 'mcp_pool';

export function scoreToolSearch(folder: string, withHistory: boolean): readonly string[] {
  const scored = readSets(folder)
    .filter(({ queries }) => queries.length > 0)
    .map((set) => ({ name: set.name, ...scoreSet(set, withHistory) }));
  const lines = scored.map(({ name, quality, queries }) => `${name} (${queries} queries) ${qualityText(quality)}`);
  const single = scored.length === 1 ? scored : scored.filter(({ name }) => name !== pooled);
  return [...lines, `macro ${qualityText(meanOf(single.map(({ quality }) => quality)))}`];
}

interface Scored {
  readonly quality: Quality;
  readonly queries: number;
}

const seesAll = () => true;

function scoreSet({ tools, queries }: SearchSet, withHistory: boolean): Scored {
  const ids = new Map(tools.map((line) => [setTool(line), line.id]));
  const search = createToolSearch();
  search.follow([...ids.keys()]);
  const asked = withHistory ? queries.filter((query) => !isHistory(query)) : queries;
  const learned = usesOf(withHistory ? queries.filter(isHistory) : [], ids);
  const qualities = asked.map((query) => {
    const found = search.find({ text: query.text, limit: 10, sees: seesAll, learned });
    return qualityOf(
      query,
      found.map(({ tool }) => ids.get(tool) ?? ''),
    );
  });
  return { quality: meanOf(qualities), queries: asked.length };
}

/** Each query of the history as if it had led to a call of each tool that it wanted. */
function usesOf(history: readonly SearchQuery[], ids: ReadonlyMap<Tool, string>) {
  const byId = new Map([...ids].map(([tool, id]) => [id, tool]));
  return createLearnedUses(
    history.flatMap(({ text, groups }) =>
      groups.flatMap(([id = '']) => {
        const tool = byId.get(id);
        if (tool === undefined) return [];
        return [{ stems: queryStems(text), tool: tool.name, fingerprint: tool.origin.fingerprint, weight: 1 }];
      }),
    ),
  );
}

/** Queries whose digest is even are the history, the others are scored. */
function isHistory({ id }: SearchQuery): boolean {
  return ((createHash('sha256').update(id).digest().at(-1) ?? 0) & 1) === 0;
}
