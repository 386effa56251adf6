// The HTTP API: one set of routes, served to clients with a token and, with the deciding authority, on the owner's socket.
import { OpenAPIHono } from '@hono/zod-openapi';
import { CapabilityError, type Caller, type Owner, type Runtime } from '../../contract/index.ts';
import { replyFault } from './reply.ts';
import { auditRoutes } from './routes/audit.ts';
import { approvalRoutes } from './routes/approvals.ts';
import { callRoutes } from './routes/calls.ts';
import { eventRoutes } from './routes/events.ts';
import { ownerRoutes } from './routes/owner.ts';
import { policyRoutes } from './routes/policy.ts';
import { toolRoutes } from './routes/tools.ts';
import type { Route } from './route.ts';

/** Who a request is, once it is known: made anew for each. */
export interface Admission {
  readonly caller: Caller;
  readonly runtime: Runtime;
  /** Null for a token: a token calls and reads. */
  readonly owner: Owner | null;
}

export interface ApiParts {
  readonly version: string;
  /** Checks host, origin and token, and stamps the caller. Throws what the request is refused with. */
  readonly admit: (request: Request) => Promise<Admission>;
  readonly mcp: (request: Request, admission: Admission) => Promise<Response>;
  /** Told of faults that are ours. */
  readonly report: (message: string) => void;
}

export type Api = (request: Request) => Promise<Response>;

export const apiRoutes: readonly Route[] = [
  ...toolRoutes,
  ...callRoutes,
  ...approvalRoutes,
  ...policyRoutes,
  ...eventRoutes,
  ...auditRoutes,
  ...ownerRoutes,
];

/** Every route, the document included, is behind `admit`. */
export function createApi(parts: ApiParts): Api {
  const app = new OpenAPIHono();
  const admitted = async (request: Request, work: (admission: Admission) => Promise<Response>): Promise<Response> => {
    try {
      return await work(await parts.admit(request));
    } catch (fault) {
      if (!(fault instanceof CapabilityError)) parts.report(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
      return replyFault(fault);
    }
  };
  for (const route of apiRoutes) {
    app.openAPIRegistry.registerPath(documentation(route));
    app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) =>
      admitted(context.req.raw, (admission) => handle(route, { admission, request: context.req.raw, params: context.req.param() })),
    );
  }
  app.get('/api/openapi.json', (context) =>
    admitted(context.req.raw, async () =>
      context.json(app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Gatehouse', version: parts.version }, security: [{ token: [] }] })),
    ),
  );
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  app.all('/mcp', (context) => admitted(context.req.raw, (admission) => parts.mcp(context.req.raw, admission)));
  app.notFound((context) =>
    admitted(context.req.raw, async () => replyFault(new CapabilityError('malformed_request', `There is no route ${context.req.method} ${context.req.path}. /api/openapi.json lists them.`))),
  );
  return async (request) => app.fetch(request);
}

interface Handled {
  readonly admission: Admission;
  readonly request: Request;
  readonly params: Record<string, string>;
}

async function handle(route: Route, { admission, request, params }: Handled): Promise<Response> {
  if (!route.ownerOnly) return route.answer({ ...admission, request, params, query: new URL(request.url).searchParams });
  const { owner } = admission;
  if (owner === null) throw new CapabilityError('not_the_owner', 'A token calls and reads. This is decided on the owner’s socket, by the gatehouse command.');
  return route.answer({ ...admission, owner, request, params, query: new URL(request.url).searchParams });
}

function documentation(route: Route) {
  const statuses = Object.entries(route.responses).map(([status, description]) => [status, { description, content: { 'application/json': { schema: {} } } }]);
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    description: route.ownerOnly ? 'On the owner’s socket alone.' : '',
    request: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...(route.body === undefined ? {} : { body: { content: { 'application/json': { schema: route.body } } } }),
    },
    responses: Object.fromEntries(statuses),
  };
}
