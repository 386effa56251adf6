// Routes about rules, the matrix and grants: everybody reads; the owner changes.
import { z } from '@hono/zod-openapi';
import { effects } from '../../../contract/index.ts';
import { readBody } from '../read-body.ts';
import { reply } from '../reply.ts';
import { commonResponses, type Route } from '../route.ts';

const every = z.string().max(2000).nullable().default(null);
const ruleBody = z
  .strictObject({
    effect: z.enum(effects),
    agent: every,
    tool: every,
    target: every,
    action: every,
    window: z.strictObject({ from: z.string(), to: z.string(), zone: z.string() }).nullable().default(null),
    note: every,
    broad: z.boolean().default(false).openapi({ description: 'meant: allow every tool' }),
  })
  .openapi('NewRule');
const idParams = z.object({ id: z.string() });

export const policyRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/policy/matrix',
    summary: 'Per agent and tool: what a call may meet now.',
    responses: { ...commonResponses, 200: 'a list' },
    ownerOnly: false,
    answer: async ({ runtime }) => reply(await runtime.matrix()),
  },
  {
    method: 'get',
    path: '/api/rules',
    summary: 'The rules in force, and those that could not be read.',
    responses: { ...commonResponses, 200: 'rules, problems, revision' },
    ownerOnly: false,
    answer: async ({ runtime }) => reply(await runtime.rules()),
  },
  {
    method: 'post',
    path: '/api/rules',
    summary: 'Adds a rule.',
    body: ruleBody,
    responses: { ...commonResponses, 201: 'the rule', 422: 'a rule that cannot be' },
    ownerOnly: true,
    async answer({ owner, caller, request }) {
      const { broad, ...rule } = await readBody(request, ruleBody);
      return reply(await owner.addRule(rule, { broad, by: caller.principal }), 201);
    },
  },
  {
    method: 'delete',
    path: '/api/rules/{id}',
    summary: 'Removes a stored rule.',
    params: idParams,
    responses: { ...commonResponses, 200: 'the rule that was', 404: 'no such rule' },
    ownerOnly: true,
    answer: async ({ owner, caller, params }) => reply(await owner.removeRule(params['id'] ?? '', caller.principal)),
  },
  {
    method: 'get',
    path: '/api/grants',
    summary: 'Live grants.',
    responses: { ...commonResponses, 200: 'a list' },
    ownerOnly: false,
    answer: async ({ runtime }) => reply(await runtime.grants()),
  },
  {
    method: 'delete',
    path: '/api/grants/{id}',
    summary: 'Ends a grant now.',
    params: idParams,
    responses: { ...commonResponses, 200: 'ended', 404: 'no such grant' },
    ownerOnly: true,
    async answer({ owner, caller, params }) {
      const id = params['id'] ?? '';
      await owner.revokeGrant(id, caller.principal);
      return reply({ id, revoked: true });
    },
  },
];
