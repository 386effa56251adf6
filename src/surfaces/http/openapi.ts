// The OpenAPI 3.1 document, made from the table of routes: what is routed is documented, and nothing else.
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Route } from './exchange/route.ts';
import { faultShape } from './exchange/shapes.ts';

const about = `Tools behind one gate. A token calls and reads; deciding is done on the owner's socket, with the same API.

The header x-gatehouse-session names a session of the token; without it a token has one per workspace. The header x-gatehouse-workspace
(percent-encoded) or the parameter workspace names the workspace; a token has the one that the daemon was started for. Numbers are
carried as they are written. The MCP endpoint of the same daemon is /mcp.`;

/** The refusals that every route can answer with. */
const everywhere = {
  400: 'not of the form the route takes',
  401: 'no valid token',
  403: 'a foreign host or origin, or not for this caller',
  429: 'too many requests at a time',
  500: 'a fault of ours',
  503: 'the daemon is closing, or its store is away',
} as const;

export function openApiDocument(routes: readonly Route[], version: string): object {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  for (const route of routes) app.openAPIRegistry.registerPath(documentation(route));
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version, description: about, license: { name: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
  });
}

type Documentation = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];

function documentation(route: Route): Documentation {
  const descriptions = [
    route.description ?? '',
    route.ownerOnly ? 'On the owner’s socket alone: a token gets 403.' : '',
  ];
  const hasBody = route.method === 'post' || route.method === 'put';
  const statuses = {
    ...everywhere,
    ...(hasBody ? { 413: 'a body too large', 415: 'not application/json' } : {}),
    ...route.responses,
  };
  return {
    method: route.method,
    path: route.path,
    operationId: route.id,
    summary: route.summary,
    description: descriptions.filter((text) => text !== '').join('\n\n'),
    request: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...(route.body === undefined
        ? {}
        : { body: { required: true, content: { 'application/json': { schema: route.body } } } }),
    },
    responses: Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: shapeOf(route, status) } } },
      ]),
    ),
  };
}

/** An outcome comes with statuses that are faults elsewhere: then it is one or the other. */
function shapeOf(route: Route, status: string): z.ZodType {
  const result = route.result ?? z.unknown();
  if (Number(status) < 300) return result;
  return Object.hasOwn(route.responses, status) && route.result !== undefined
    ? z.union([result, faultShape])
    : faultShape;
}
