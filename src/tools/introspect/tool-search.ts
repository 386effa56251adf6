// Tool: finds tools by what they are for. Each is told in one line; its schema is another tool's to tell.
import { z } from 'zod';
import { bridges, defineTool } from '../../contract/index.ts';
import { describedBy } from './described-label.ts';
import { renderFound } from './render-found.ts';

export const toolSearch = defineTool({
  name: bridges.search,
  title: 'Search for tools',
  description:
    'Find tools by what they do. Say the task in plain words; each hit is name(arguments, optional?) [source]: what it does.',
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  argumentAliases: { q: 'query', text: 'query', task: 'query', max_results: 'limit', top_k: 'limit' },
  input: z.strictObject({
    query: z.string().describe('What the tool should do, such as "create an issue", or a name.'),
    limit: z.number().optional().describe('How many at most: 1 to 20, 5 by default.'),
  }),
  needs: ['catalog'],
  whenToUse: 'When no tool at hand does what is asked. One search with the words of the task is mostly enough.',
  examples: [{ description: 'A tool for a task', arguments: { query: 'list the open issues of a repository' } }],
  failureModes: [
    'Nothing fits: the answer says what there is, and which names are spelled alike.',
    'Of a query over 1,000 characters the rest is not looked at.',
  ],
  async run({ query, limit }, context) {
    const found = await context.ports.catalog.search(query, limit === undefined ? {} : { limit });
    return {
      blocks: [{ type: 'text', text: renderFound(found) }],
      keep: 'head',
      label: describedBy([...found.tools, ...found.sources], bridges.search),
    };
  },
});
