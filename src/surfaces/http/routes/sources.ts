// Routes of the owner alone: the sources of tools, and reading them anew.
import { z } from '@hono/zod-openapi';
import { readBody } from '../exchange/read-body.ts';
import { reply } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';

const refreshBody = z.strictObject({ name: z.string().nullable() });

export const sourceRoutes: readonly Route[] = [
  {
    id: 'listSources',
    method: 'get',
    path: '/api/sources',
    summary: 'The configured sources of tools and how they stand. Starts nothing.',
    responses: { 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.sources()),
  },
  {
    id: 'refreshSources',
    method: 'post',
    path: '/api/sources/refresh',
    summary: 'Reads one source anew, or all where the name is null: programs are asked what their commands are.',
    body: refreshBody,
    responses: { 200: 'a list of those that were read' },
    ownerOnly: true,
    answer: async ({ owner, body }) => reply(await owner.refreshSources(readBody(body, refreshBody).name)),
  },
];
