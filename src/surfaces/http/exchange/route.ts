// One route of the API as data: where it is, what it takes, who may use it, and what it answers.
import type { z } from '@hono/zod-openapi';
import type { Caller, Owner, Runtime } from '../../../contract/index.ts';

/** What the daemon says of itself. */
export interface DaemonFacts {
  readonly version: string;
  readonly url: string;
  readonly pid: number;
}

export interface RouteRequest {
  readonly caller: Caller;
  readonly runtime: Runtime;
  readonly daemon: DaemonFacts;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The text of the body; empty where there is none. */
  readonly body: string;
  /** Aborts when the client is gone, its token has ended or the daemon stops. */
  readonly signal: AbortSignal;
  /** Ends the connection where it stands: a stream that cannot be finished must not look finished. */
  cut(): void;
  /** Takes, for the operator, what a client is not told. */
  report(message: string): void;
}

interface RouteParts {
  /** What a generated client calls it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Status to what it means. */
  readonly responses: Readonly<Record<number, string>>;
  /** The shape of the answers that are no faults, where the document says more than "JSON". */
  readonly result?: z.ZodType;
}

export type Route =
  | (RouteParts & { readonly ownerOnly: false; answer(request: RouteRequest): Promise<Response> })
  | (RouteParts & {
      readonly ownerOnly: true;
      answer(request: RouteRequest & { readonly owner: Owner }): Promise<Response>;
    });
