// The tools and queries that engines are measured over: of the sets in a folder, or made up, the same every time.
import { readSets, type SearchQuery, type ToolLine } from '../../scripts/vectors/toolsearch/read-sets.ts';
import { sampleOf } from '../../scripts/vectors/toolsearch/ask-in-turn.ts';
import { madeUpQueries, madeUpTools } from './made-up.ts';

export interface Catalogue {
  readonly name: string;
  /** As many as asked for: repeated under other names where there are fewer. */
  tools(count: number): readonly ToolLine[];
  readonly queries: readonly SearchQuery[];
}

/** Of real catalogues, what they cost in a prompt. */
export interface PromptCatalogue {
  readonly name: string;
  readonly tools: readonly ToolLine[];
  /** Empty where the set has none. */
  readonly queries: readonly string[];
}

/** The largest set with queries. */
export function catalogueOf(folder: string | null): Catalogue {
  if (folder === null) return { name: 'made up', tools: madeUpTools, queries: madeUpQueries.map(unjudged) };
  const sets = readSets(folder).filter(({ queries }) => queries.length > 0);
  const largest = sets.toSorted((left, right) => right.tools.length - left.tools.length)[0];
  if (largest === undefined) throw new Error(`${folder} holds no set of tools with queries.`);
  const { name, tools, queries } = largest;
  return { name, tools: (count) => repeated(tools, count), queries: sampleOf(queries) };
}

const inPrompts = ['livemcp_agent', 'toucan_mcp'];

export function promptCataloguesOf(folder: string | null): readonly PromptCatalogue[] {
  if (folder === null) return [{ name: 'made up', tools: madeUpTools(500), queries: madeUpQueries }];
  return readSets(folder)
    .filter(({ name }) => inPrompts.includes(name))
    .map(({ name, tools, queries }) => ({ name, tools, queries: queries.map(({ text }) => text) }));
}

/** What is right for it is nobody's business here. */
function unjudged(text: string): SearchQuery {
  return { id: text, text, groups: [] };
}

function repeated(tools: readonly ToolLine[], count: number): readonly ToolLine[] {
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const tool = tools[at % tools.length];
    if (tool === undefined) return [];
    const round = Math.floor(at / tools.length);
    return round === 0 ? [tool] : [{ ...tool, id: `${tool.id}_${round}`, name: `${tool.name}_${round}` }];
  });
}
