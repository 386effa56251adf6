// The route that tells that we are here, and who "we" is.
import { z } from '@hono/zod-openapi';
import { reply } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';

export const healthRoutes: readonly Route[] = [
  {
    id: 'checkHealth',
    method: 'get',
    path: '/api/health',
    summary: 'Whether the daemon answers, and which it is.',
    responses: { 200: 'it does' },
    result: z.object({
      status: z.literal('ok'),
      version: z.string(),
      url: z.string(),
      pid: z.number().int(),
      workspace: z.string(),
    }),
    ownerOnly: false,
    answer: async ({ runtime, daemon }) => reply({ status: 'ok', ...daemon, workspace: runtime.workspace }),
  },
];
