// Routes that tell what tools there are. Describing one runs nothing.
import { z } from '@hono/zod-openapi';
import {
  CapabilityError,
  listKinds,
  policyClasses,
  toolKinds,
  trustLevels,
  type Described,
  type PolicyClass,
  type ToolFilter,
} from '../../../contract/index.ts';
import { readQuery } from '../exchange/read-query.ts';
import { reply, replyError } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';
import { toolShape } from '../exchange/shapes.ts';
import { replyStream } from '../exchange/stream.ts';
import { wantsStream } from '../exchange/wants-stream.ts';

const filterQuery = z.object({
  kind: z
    .enum([...toolKinds, 'all'])
    .optional()
    .openapi({ description: 'origin kind' }),
  trust: z.enum(trustLevels).optional().openapi({ description: 'what an operator or a guest may see' }),
  class: z.string().optional().openapi({ description: 'policy classes, separated by commas' }),
  allow: z.string().optional().openapi({ description: 'classes that a policy allows, separated by commas' }),
  deny: z.string().optional().openapi({ description: 'classes that it denies' }),
  names: z.string().optional().openapi({ description: 'only these tools, separated by commas' }),
  excludedNames: z.string().optional(),
  excludedCategories: z.string().optional(),
  hidden: z.enum(['true', 'false']).optional().openapi({ description: 'hidden tools too' }),
});

const describeQuery = z.object({
  tool_name: z.string().optional().openapi({ description: 'name or alias, 1 to 200 characters' }),
});

const searchQuery = z.object({
  q: z.string().openapi({ description: 'what the tool should do, in plain words; 1000 characters are looked at' }),
  limit: z.coerce.number().int().optional().openapi({ description: 'how many at most: 1 to 20, 5 by default' }),
  explain: z.enum(['true', 'false']).optional().openapi({ description: 'say of each tool what speaks for it' }),
});

export const toolRoutes: readonly Route[] = [
  {
    id: 'listTools',
    method: 'get',
    path: '/api/tools',
    summary: 'The tools this caller may see.',
    query: filterQuery,
    responses: { 200: 'a list', 400: 'a filter that is none' },
    result: z.array(toolShape),
    ownerOnly: false,
    answer: async ({ runtime, caller, query }) =>
      reply(await runtime.tools(caller, toFilter(readQuery(query, filterQuery)))),
  },
  {
    id: 'describeTool',
    method: 'get',
    path: '/api/tools/{name}',
    summary: 'All about one tool.',
    params: z.object({ name: z.string() }),
    responses: { 200: 'the description', 400: 'not a name', 404: 'no such tool' },
    ownerOnly: false,
    answer: async ({ runtime, caller, params }) => describe(await runtime.describeTool(caller, params['name'] ?? '')),
  },
  {
    id: 'searchTools',
    method: 'get',
    path: '/api/search',
    summary: 'The tools that fit a request, best first.',
    query: searchQuery,
    responses: { 200: 'what was found, or what there is', 400: 'a query that is none' },
    ownerOnly: false,
    async answer({ runtime, caller, query }) {
      const { q, limit, explain } = readQuery(query, searchQuery);
      const options = { explain: explain === 'true', ...(limit === undefined ? {} : { limit }) };
      return reply(await runtime.searchTools(caller, q, options));
    },
  },
  {
    id: 'presentTools',
    method: 'get',
    path: '/api/presentation',
    summary: 'What a model is shown of the tools: schemas that go out whole, and a text on those that it searches for.',
    responses: { 200: 'the presentation' },
    ownerOnly: false,
    answer: async ({ runtime, caller }) => reply(await runtime.presentTools(caller)),
  },
  {
    id: 'followLists',
    method: 'get',
    path: '/api/list-changes',
    summary:
      'The lists whose changes are told; with "Accept: text/event-stream" each that is another for this caller, as it comes.',
    responses: { 200: 'names of lists, or a stream of them' },
    ownerOnly: false,
    async answer(route) {
      if (!wantsStream(route.headers)) return reply(listKinds);
      const following = new AbortController();
      return replyStream(
        {
          items: route.runtime.listChanges(route.caller, following.signal),
          write: (kind) => `event: list_changed\ndata: ${JSON.stringify(kind)}\n\n`,
          stop: () => following.abort(),
          quiet: ': changes follow\n\n',
          contentType: 'text/event-stream; charset=utf-8',
        },
        route,
      );
    },
  },
  {
    id: 'reportCapabilities',
    method: 'get',
    path: '/api/capabilities',
    summary: 'The report of what can be done here; with tool_name all about one tool.',
    query: describeQuery,
    responses: { 200: 'the report', 400: 'not a name', 404: 'no such tool' },
    ownerOnly: false,
    async answer({ runtime, caller, query }) {
      const { tool_name: name } = readQuery(query, describeQuery);
      if (name === undefined) return reply(await runtime.capabilities(caller));
      return describe(await runtime.describeTool(caller, name));
    },
  },
];

function describe(described: Described): Response {
  if (described.ok) return reply(described.tool);
  const { code, message, nearest } = described;
  if (code === 'invalid') return replyError(400, { code: 'malformed_request', message, details: { nearest } });
  return replyError(404, { code: 'unknown_tool', message, details: { nearest } });
}

function toFilter(query: z.output<typeof filterQuery>): ToolFilter {
  const { kind, trust, class: classes, names, excludedNames, excludedCategories, hidden } = query;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(trust === undefined ? {} : { trust }),
    ...toPolicy(query),
    ...(classes === undefined ? {} : { policyClasses: toClasses(classes) }),
    ...(names === undefined ? {} : { allowedTools: list(names) }),
    ...(excludedNames === undefined ? {} : { excludedNames: list(excludedNames) }),
    ...(excludedCategories === undefined ? {} : { excludedCategories: list(excludedCategories) }),
    includeHidden: hidden === 'true',
  };
}

/** A policy that only denies allows the rest. */
function toPolicy({ allow, deny }: z.output<typeof filterQuery>): Pick<ToolFilter, 'policy'> {
  if (allow === undefined && deny === undefined) return {};
  return {
    policy: {
      allow: allow === undefined ? policyClasses : toClasses(allow),
      deny: deny === undefined ? [] : toClasses(deny),
    },
  };
}

function list(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

function toClasses(text: string): readonly PolicyClass[] {
  return list(text).map((word) => {
    const found = policyClasses.find((item) => item === word);
    if (found === undefined)
      throw new CapabilityError(
        'malformed_request',
        `${JSON.stringify(word.slice(0, 80))} is no policy class; there are ${policyClasses.join(', ')}.`,
      );
    return found;
  });
}
