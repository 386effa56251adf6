// The HTTP API behind the door: finds the route of a request that was admitted, keeps the owner's routes for the owner, and answers.
import { Hono } from 'hono';
import { z } from '@hono/zod-openapi';
import { CapabilityError, type Caller, type Owner, type Runtime } from '../../contract/index.ts';
import { readText } from './exchange/read-body.ts';
import { readQuery } from './exchange/read-query.ts';
import { reply, replyProtocol } from './exchange/reply.ts';
import type { DaemonFacts, Route, RouteRequest } from './exchange/route.ts';
import { openApiDocument } from './openapi.ts';

/** Who a request is, once it is known: made anew for each. */
export interface Admission {
  readonly caller: Caller;
  readonly runtime: Runtime;
  /** Null for a token: a token calls and reads. */
  readonly owner: Owner | null;
}

interface AdmittedRequest extends Admission, Pick<RouteRequest, 'signal' | 'cut'> {
  readonly request: Request;
}

export interface ApiParts extends Pick<RouteRequest, 'report'> {
  readonly routes: readonly Route[];
  readonly daemon: DaemonFacts;
  readonly maxBodyBytes: number;
  /** Answers /mcp. Null where it is not served. */
  readonly mcp: ((request: Request, caller: Caller) => Promise<Response>) | null;
}

/** Rejects with what the request is refused for. */
export type Api = (admitted: AdmittedRequest) => Promise<Response>;

type Bindings = { readonly admitted: AdmittedRequest };

export function createApi(parts: ApiParts): Api {
  const app = new Hono<{ Bindings: Bindings }>();
  for (const route of parts.routes) {
    app.on(route.method.toUpperCase(), pattern(route.path), (context) =>
      handle(route, { admitted: context.env.admitted, params: context.req.param(), parts }),
    );
  }
  const document = once(() => openApiDocument(parts.routes, parts.daemon.version));
  app.get('/api/openapi.json', (context) => {
    readQuery(new URL(context.req.url).searchParams, nothing);
    return reply(document());
  });
  const { mcp } = parts;
  if (mcp !== null) app.all('/mcp', ({ env: { admitted } }) => mcp(admitted.request, admitted.caller));
  for (const [path, methods] of methodsByPath(parts.routes)) {
    app.all(path, (context) => wrongMethod(context.req.method, methods));
  }
  app.notFound(() => replyProtocol('unknown_route', 'There is no such route. /api/openapi.json lists them.'));
  app.onError((fault) => {
    throw fault;
  });
  // Hono answers HEAD with GET, and a stream would then be fed for nobody.
  return async (admitted) =>
    admitted.request.method === 'HEAD' ? wrongMethod('HEAD', ['GET']) : app.fetch(admitted.request, { admitted });
}

interface Handling {
  readonly admitted: AdmittedRequest;
  readonly params: Record<string, string>;
  readonly parts: ApiParts;
}

const nothing = z.object({});

async function handle(route: Route, { admitted, params, parts }: Handling): Promise<Response> {
  const { request, caller, runtime, owner, signal, cut } = admitted;
  // Before anything of the request is read: a token learns of these routes that they are not for it, and nothing else.
  const answer = answererOf(route, owner);
  const query = new URL(request.url).searchParams;
  if (route.query === undefined) readQuery(query, nothing);
  const body = route.method === 'post' || route.method === 'put' ? await readText(request, parts.maxBodyBytes) : '';
  if (body instanceof Response) return body;
  return answer({
    caller,
    runtime,
    daemon: parts.daemon,
    params,
    query,
    headers: request.headers,
    body,
    signal,
    cut,
    report: parts.report,
  });
}

function answererOf(route: Route, owner: Owner | null): (request: RouteRequest) => Promise<Response> {
  if (!route.ownerOnly) return route.answer;
  if (owner !== null) return (request) => route.answer({ ...request, owner });
  throw new CapabilityError(
    'not_the_owner',
    'A token calls and reads. This is decided on the owner’s socket, by the gatehouse command.',
  );
}

function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>([['/api/openapi.json', ['GET']]]);
  for (const { path, method } of routes)
    methods.set(pattern(path), [...(methods.get(pattern(path)) ?? []), method.toUpperCase()]);
  return methods;
}

function wrongMethod(method: string, allowed: readonly string[]): Response {
  const response = replyProtocol(
    'wrong_method',
    `${method.slice(0, 20)} is not for this route; it takes ${allowed.join(', ')}.`,
  );
  response.headers.set('allow', allowed.join(', '));
  return response;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
