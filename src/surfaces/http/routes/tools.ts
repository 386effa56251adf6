// Routes that tell what tools there are. Describing one runs nothing.
import { z } from '@hono/zod-openapi';
import { CapabilityError, policyClasses, toolKinds, trustLevels, type Described, type PolicyClass, type ToolFilter } from '../../../contract/index.ts';
import { reply } from '../reply.ts';
import { commonResponses, type Route } from '../route.ts';

const filterQuery = z.object({
  kind: z.enum([...toolKinds, 'all']).optional().openapi({ description: 'origin kind' }),
  trust: z.enum(trustLevels).optional().openapi({ description: 'what an operator or a guest may see' }),
  class: z.string().optional().openapi({ description: 'policy classes, separated by commas' }),
  names: z.string().optional().openapi({ description: 'only these tools, separated by commas' }),
  excludedNames: z.string().optional(),
  excludedCategories: z.string().optional(),
  hidden: z.enum(['true', 'false']).optional().openapi({ description: 'hidden tools too' }),
});

export const toolRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/tools',
    summary: 'The tools this caller may see.',
    query: filterQuery,
    responses: { ...commonResponses, 200: 'a list', 400: 'a filter that is none' },
    ownerOnly: false,
    answer: async ({ runtime, caller, query }) => reply(await runtime.tools(caller, toFilter(query))),
  },
  {
    method: 'get',
    path: '/api/tools/{name}',
    summary: 'All about one tool.',
    params: z.object({ name: z.string() }),
    responses: { ...commonResponses, 200: 'the description', 400: 'not a name', 404: 'no such tool' },
    ownerOnly: false,
    answer: async ({ runtime, caller, params }) => describe(await runtime.describeTool(caller, params['name'] ?? '')),
  },
  {
    method: 'get',
    path: '/api/capabilities',
    summary: 'The report of what can be done here; with tool_name all about one tool.',
    query: z.object({ tool_name: z.string().optional() }),
    responses: { ...commonResponses, 200: 'the report', 400: 'not a name', 404: 'no such tool' },
    ownerOnly: false,
    async answer({ runtime, caller, query }) {
      const name = query.get('tool_name');
      if (name === null) return reply(await runtime.capabilities(caller));
      return describe(await runtime.describeTool(caller, name));
    },
  },
];

function describe(described: Described): Response {
  if (described.ok) return reply(described.tool);
  const { code, message, nearest } = described;
  const error = { code: code === 'invalid' ? 'malformed_request' : 'unknown_tool', message, details: { nearest } };
  return reply({ error }, code === 'invalid' ? 400 : 404);
}

function toFilter(query: URLSearchParams): ToolFilter {
  const checked = filterQuery.strict().safeParse(Object.fromEntries(query));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new CapabilityError('malformed_request', `The filter is not one: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const { kind, trust, names, excludedNames, excludedCategories, hidden } = checked.data;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(trust === undefined ? {} : { trust }),
    ...(checked.data.class === undefined ? {} : { policyClasses: toClasses(checked.data.class) }),
    ...(names === undefined ? {} : { allowedTools: list(names) }),
    ...(excludedNames === undefined ? {} : { excludedNames: list(excludedNames) }),
    ...(excludedCategories === undefined ? {} : { excludedCategories: list(excludedCategories) }),
    includeHidden: hidden === 'true',
  };
}

function list(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

function toClasses(text: string): readonly PolicyClass[] {
  return list(text).map((word) => {
    const found = policyClasses.find((item) => item === word);
    if (found === undefined) throw new CapabilityError('malformed_request', `${JSON.stringify(word)} is no policy class; there are ${policyClasses.join(', ')}.`);
    return found;
  });
}
