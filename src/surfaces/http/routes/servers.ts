// Routes of the owner alone: MCP servers, what they say of their tools, and the yes to it.
import { z } from '@hono/zod-openapi';
import { readBody } from '../exchange/read-body.ts';
import { reply } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';

const acceptBody = z.strictObject({ digest: z.string() });
const loginBody = z.strictObject({ port: z.int().min(1).max(65_535) });
const loginEndBody = z.strictObject({ address: z.string() });
const named = z.object({ name: z.string() });

export const serverRoutes: readonly Route[] = [
  {
    id: 'listServers',
    method: 'get',
    path: '/api/mcp-servers',
    summary: 'The configured MCP servers and how they stand. Starts none.',
    responses: { 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.servers()),
  },
  {
    id: 'refreshServers',
    method: 'post',
    path: '/api/mcp-servers/refresh',
    summary: 'Connects the accepted MCP servers anew.',
    responses: { 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.refreshServers()),
  },
  {
    id: 'lockServers',
    method: 'post',
    path: '/api/mcp-servers/lock',
    summary: 'Writes what is accepted of the MCP servers into gatehouse.lock.',
    responses: { 200: 'which files were written, and which servers are not accepted' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.lockServers()),
  },
  {
    id: 'reviewServer',
    method: 'post',
    path: '/api/mcp-servers/{name}/review',
    summary: 'What a server says of its tools now, beside what was accepted. Starts it.',
    params: named,
    responses: { 200: 'the tools, with a digest of all that is shown' },
    ownerOnly: true,
    answer: async ({ owner, params }) => reply(await owner.reviewServer(params['name'] ?? '')),
  },
  {
    id: 'acceptServer',
    method: 'post',
    path: '/api/mcp-servers/{name}/accept',
    summary: 'Lets the tools be called that the review of this digest showed.',
    params: named,
    body: acceptBody,
    responses: { 200: 'how the server stands' },
    ownerOnly: true,
    async answer({ owner, caller, params, body }) {
      const { digest } = readBody(body, acceptBody);
      return reply(await owner.acceptServer(params['name'] ?? '', digest, caller.principal));
    },
  },
  {
    id: 'beginLogin',
    method: 'post',
    path: '/api/mcp-servers/{name}/login',
    summary: 'Begins to log in to an MCP server: the page to open, which leads back to a port of loopback.',
    params: named,
    body: loginBody,
    responses: { 200: 'the page, who is asked, and for what' },
    ownerOnly: true,
    async answer({ owner, params, body }) {
      const { port } = readBody(body, loginBody);
      return reply(await owner.beginLogin(params['name'] ?? '', port));
    },
  },
  {
    id: 'endLogin',
    method: 'post',
    path: '/api/mcp-servers/{name}/login/end',
    summary: 'Ends a login with the address that the browser was sent back to.',
    params: named,
    body: loginEndBody,
    responses: { 200: 'how the server stands' },
    ownerOnly: true,
    async answer({ owner, caller, params, body }) {
      const { address } = readBody(body, loginEndBody);
      return reply(await owner.endLogin(params['name'] ?? '', address, caller.principal));
    },
  },
  {
    id: 'logout',
    method: 'post',
    path: '/api/mcp-servers/{name}/logout',
    summary: 'Forgets the login to an MCP server, and revokes it where that can be done.',
    params: named,
    responses: { 200: 'how the server stands, and what came of the revocation' },
    ownerOnly: true,
    answer: async ({ owner, caller, params }) => reply(await owner.logout(params['name'] ?? '', caller.principal)),
  },
];
