// Routes of the owner alone: sessions, tokens, trusted folders, the doctor.
import { z } from '@hono/zod-openapi';
import { sessionModes, trustLevels } from '../../../contract/index.ts';
import { readBody } from '../read-body.ts';
import { reply } from '../reply.ts';
import { commonResponses, type Route } from '../route.ts';

const modeBody = z.strictObject({ mode: z.enum(sessionModes) });
const tokenBody = z.strictObject({ name: z.string(), trust: z.enum(trustLevels) });
const folderBody = z.strictObject({ folder: z.string() });

export const ownerRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/sessions',
    summary: 'Sessions with a mode of their own.',
    responses: { ...commonResponses, 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.sessions()),
  },
  {
    method: 'put',
    path: '/api/sessions/{id}/mode',
    summary: 'Sets the mode of a session.',
    params: z.object({ id: z.string() }),
    body: modeBody,
    responses: { ...commonResponses, 200: 'set' },
    ownerOnly: true,
    async answer({ owner, caller, params, request }) {
      const { mode } = await readBody(request, modeBody);
      const session = params['id'] ?? '';
      await owner.setSessionMode(session, mode, caller.principal);
      return reply({ session, mode });
    },
  },
  {
    method: 'get',
    path: '/api/tokens',
    summary: 'Names and trust of the tokens; never the tokens.',
    responses: { ...commonResponses, 200: 'a list' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.tokens()),
  },
  {
    method: 'post',
    path: '/api/tokens',
    summary: 'A new token, shown once.',
    body: tokenBody,
    responses: { ...commonResponses, 201: 'the token' },
    ownerOnly: true,
    async answer({ owner, caller, request }) {
      const { name, trust } = await readBody(request, tokenBody);
      return reply(await owner.addToken(name, trust, caller.principal), 201);
    },
  },
  {
    method: 'delete',
    path: '/api/tokens/{name}',
    summary: 'Ends a token now.',
    params: z.object({ name: z.string() }),
    responses: { ...commonResponses, 200: 'ended' },
    ownerOnly: true,
    async answer({ owner, caller, params }) {
      const name = params['name'] ?? '';
      await owner.revokeToken(name, caller.principal);
      return reply({ name, revoked: true });
    },
  },
  {
    method: 'post',
    path: '/api/trusted-folders',
    summary: 'Lets the configuration file of a folder act from the next start on.',
    body: folderBody,
    responses: { ...commonResponses, 200: 'trusted' },
    ownerOnly: true,
    async answer({ owner, caller, request }) {
      const { folder } = await readBody(request, folderBody);
      await owner.trustFolder(folder, caller.principal);
      return reply({ trusted: folder });
    },
  },
  {
    method: 'get',
    path: '/api/doctor',
    summary: 'What Gatehouse stands on, with what to do about it.',
    responses: { ...commonResponses, 200: 'a list of findings' },
    ownerOnly: true,
    answer: async ({ owner }) => reply(await owner.diagnose()),
  },
];
