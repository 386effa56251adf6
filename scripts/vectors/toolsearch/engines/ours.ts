// Our engine as it is in use, with or without a history of searches to learn from.
import type { Tool } from '../../../../src/contract/index.ts';
import { createLearnedUses } from '../../../../src/kernel/search/learned-uses.ts';
import { queryStems } from '../../../../src/kernel/search/query/read-query.ts';
import { createToolSearch } from '../../../../src/kernel/search/tool-search.ts';
import type { SearchQuery, ToolLine } from '../read-sets.ts';
import { setTool } from '../set-tool.ts';
import type { SearchEngine } from './search-engine.ts';

export const ourName = 'Gatehouse';

/** One function for all queries: for each that is new every tool is asked about. */
const seesAll = () => true;

/** Tools may have been made of the lines before, where what that takes is not to be measured. */
export function createOurs(
  history: readonly SearchQuery[] = [],
  toolOf: (line: ToolLine) => Tool = setTool,
): SearchEngine {
  return {
    name: ourName,
    settings: history.length === 0 ? 'as in use, nothing learned yet' : 'as in use, with what it learned',
    build(lines) {
      const ids = new Map(lines.map((line) => [toolOf(line), line.id]));
      const search = createToolSearch();
      search.follow([...ids.keys()]);
      const learned = usesOf(history, ids);
      return (text, limit) =>
        search.find({ text, limit, sees: seesAll, learned }).map(({ tool }) => ids.get(tool) ?? '');
    },
  };
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
