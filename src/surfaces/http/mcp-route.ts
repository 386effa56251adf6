// The route /mcp: the MCP surface behind our door, in full or, for a client whose address says readOnly=1 or
// profile=NAME, with what those leave.
import type { Caller, Runtime } from '../../contract/index.ts';
import { z } from '@hono/zod-openapi';
import { createMcpHttpHandler } from '../mcp/http-endpoint.ts';
import { readQuery } from './exchange/read-query.ts';

export interface McpRoute {
  handle(request: Request, caller: Caller): Promise<Response>;
  /** Ends every session and call. */
  close(): Promise<void>;
}

const query = z.object({ readOnly: z.enum(['1', '0']).optional(), profile: z.string().max(100).optional() });

export function createMcpRoute(runtime: Runtime, report: (message: string) => void): McpRoute {
  const endpoints = {
    full: createMcpHttpHandler({ runtime, readOnly: false, report }),
    reading: createMcpHttpHandler({ runtime, readOnly: true, report }),
  };
  return {
    handle(request, caller) {
      const { readOnly, profile } = readQuery(new URL(request.url).searchParams, query);
      return (readOnly === '1' ? endpoints.reading : endpoints.full).handle(request, {
        // Besides those of its own: an address narrows and never widens.
        caller: profile === undefined ? caller : { ...caller, profiles: [...(caller.profiles ?? []), profile] },
      });
    },
    async close() {
      await Promise.all([endpoints.full.close(), endpoints.reading.close()]);
    },
  };
}
