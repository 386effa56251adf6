// Routes of the owner alone: sessions, tokens, secrets, trusted folders, the doctor.
import { z } from '@hono/zod-openapi';
import { sessionModes, trustLevels } from '../../../contract/index.ts';
import { readBody } from '../exchange/read-body.ts';
import { reply } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';

const modeBody = z.strictObject({ mode: z.enum(sessionModes) });
const tokenBody = z.strictObject({
  name: z.string(),
  trust: z.enum(trustLevels),
  readOnly: z.boolean().exactOptional(),
  profile: z.string().exactOptional(),
});
const secretBody = z.strictObject({ value: z.string() });
const folderBody = z.strictObject({ folder: z.string() });

const forgetBody = z.strictObject({ tool: z.string().nullable().default(null) });

export const ownerRoutes: readonly Route[] = [
  {
    id: 'forgetSearches',
    method: 'post',
    path: '/api/searches/forget',
    summary: 'Ends what searches learned from earlier ones: all of it, or what led to one tool.',
    body: forgetBody,
    responses: { 200: 'how many were forgotten' },
    ownerOnly: true,
    async answer({ owner, caller, body }) {
      const { tool } = readBody(body, forgetBody);
      return reply({ tool, forgotten: await owner.forgetSearches(tool, caller.principal) });
    },
  },
  {
    id: 'listSessions',
    method: 'get',
    path: '/api/sessions',
    summary: 'Sessions with a mode of their own.',
    responses: { 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.sessions()),
  },
  {
    id: 'setSessionMode',
    method: 'put',
    path: '/api/sessions/{id}/mode',
    summary: 'Sets the mode of a session.',
    params: z.object({ id: z.string() }),
    body: modeBody,
    responses: { 200: 'set' },
    ownerOnly: true,
    async answer({ owner, caller, params, body }) {
      const { mode } = readBody(body, modeBody);
      const session = params['id'] ?? '';
      await owner.setSessionMode(session, mode, caller.principal);
      return reply({ session, mode });
    },
  },
  {
    id: 'listTokens',
    method: 'get',
    path: '/api/tokens',
    summary: 'Names and trust of the tokens; never the tokens.',
    responses: { 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.tokens()),
  },
  {
    id: 'addToken',
    method: 'post',
    path: '/api/tokens',
    summary: 'A new token, shown once.',
    body: tokenBody,
    responses: { 201: 'the token' },
    ownerOnly: true,
    async answer({ owner, caller, body }) {
      return reply(await owner.addToken(readBody(body, tokenBody), caller.principal), 201);
    },
  },
  {
    id: 'revokeToken',
    method: 'delete',
    path: '/api/tokens/{name}',
    summary: 'Ends a token now.',
    params: z.object({ name: z.string() }),
    responses: { 200: 'ended' },
    ownerOnly: true,
    async answer({ owner, caller, params }) {
      const name = params['name'] ?? '';
      await owner.revokeToken(name, caller.principal);
      return reply({ name, revoked: true });
    },
  },
  {
    id: 'listSecrets',
    method: 'get',
    path: '/api/secrets',
    summary: 'Names of the secrets; never the values.',
    responses: { 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.secrets()),
  },
  {
    id: 'setSecret',
    method: 'put',
    path: '/api/secrets/{name}',
    summary: 'Sets the value of a secret. Nothing shows it again.',
    params: z.object({ name: z.string() }),
    body: secretBody,
    responses: { 200: 'set' },
    ownerOnly: true,
    async answer({ owner, caller, params, body }) {
      const { value } = readBody(body, secretBody);
      return reply(await owner.setSecret(params['name'] ?? '', value, caller.principal));
    },
  },
  {
    id: 'removeSecret',
    method: 'delete',
    path: '/api/secrets/{name}',
    summary: 'Forgets a secret.',
    params: z.object({ name: z.string() }),
    responses: { 200: 'removed' },
    ownerOnly: true,
    async answer({ owner, caller, params }) {
      const name = params['name'] ?? '';
      await owner.removeSecret(name, caller.principal);
      return reply({ name, removed: true });
    },
  },
  {
    id: 'trustFolder',
    method: 'post',
    path: '/api/trusted-folders',
    summary: 'Lets the configuration file of a folder act from the next start on.',
    body: folderBody,
    responses: { 200: 'trusted' },
    ownerOnly: true,
    async answer({ owner, caller, body }) {
      const { folder } = readBody(body, folderBody);
      await owner.trustFolder(folder, caller.principal);
      return reply({ trusted: folder });
    },
  },
  {
    id: 'diagnose',
    method: 'get',
    path: '/api/doctor',
    summary: 'What Gatehouse stands on, with what to do about it.',
    responses: { 200: 'a list of findings' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.diagnose()),
  },
];
