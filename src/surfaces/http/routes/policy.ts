// Routes about rules, the matrix and grants: clients read what concerns them; the owner changes.
import { z } from '@hono/zod-openapi';
import { CapabilityError, effects, type Caller, type MatrixRow, type Runtime } from '../../../contract/index.ts';
import { readBody } from '../exchange/read-body.ts';
import { reply } from '../exchange/reply.ts';
import type { Route } from '../exchange/route.ts';

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
    id: 'showMatrix',
    method: 'get',
    path: '/api/policy/matrix',
    summary: 'Per agent and tool: what a call may meet now.',
    responses: { 200: 'a list' },
    ownerOnly: false,
    answer: async ({ runtime, caller }) => reply(await matrixFor(caller, runtime)),
  },
  {
    id: 'listRules',
    method: 'get',
    path: '/api/rules',
    summary: 'The rules in force, and those that could not be read.',
    responses: { 200: 'rules, problems, revision' },
    ownerOnly: false,
    async answer({ runtime, caller }) {
      // Rules name tools, paths and hosts that a guest does not get to see.
      if (caller.trust !== 'operator')
        throw new CapabilityError(
          'not_permitted',
          'The rules are shown to operators. A guest sees the reasons of its own calls.',
        );
      return reply(await runtime.rules());
    },
  },
  {
    id: 'addRule',
    method: 'post',
    path: '/api/rules',
    summary: 'Adds a rule.',
    body: ruleBody,
    responses: { 201: 'the rule', 422: 'a rule that cannot be' },
    ownerOnly: true,
    async answer({ owner, caller, body }) {
      const { broad, ...rule } = readBody(body, ruleBody);
      return reply(await owner.addRule(rule, { broad, by: caller.principal }), 201);
    },
  },
  {
    id: 'removeRule',
    method: 'delete',
    path: '/api/rules/{id}',
    summary: 'Removes a stored rule.',
    params: idParams,
    responses: { 200: 'the rule that was', 404: 'no such rule' },
    ownerOnly: true,
    answer: async ({ owner, caller, params }) => reply(await owner.removeRule(params['id'] ?? '', caller.principal)),
  },
  {
    id: 'listGrants',
    method: 'get',
    path: '/api/grants',
    summary: 'Live grants: a guest sees its own.',
    responses: { 200: 'a list' },
    ownerOnly: false,
    async answer({ runtime, caller }) {
      const grants = await runtime.grants();
      return reply(
        caller.trust === 'operator' ? grants : grants.filter((grant) => grant.principal === caller.principal),
      );
    },
  },
  {
    id: 'revokeGrant',
    method: 'delete',
    path: '/api/grants/{id}',
    summary: 'Ends a grant now.',
    params: idParams,
    responses: { 200: 'ended', 404: 'no such grant' },
    ownerOnly: true,
    async answer({ owner, caller, params }) {
      const id = params['id'] ?? '';
      await owner.revokeGrant(id, caller.principal);
      return reply({ id, revoked: true });
    },
  },
  {
    id: 'listRoots',
    method: 'get',
    path: '/api/roots',
    summary: 'Directories that were opened on request.',
    responses: { 200: 'a list' },
    ownerOnly: false,
    async answer({ runtime, caller }) {
      if (caller.trust !== 'operator')
        throw new CapabilityError(
          'not_permitted',
          'The opened directories are shown to operators; none is open to guests.',
        );
      return reply(await runtime.roots());
    },
  },
  {
    id: 'removeRoot',
    method: 'delete',
    path: '/api/roots/{id}',
    summary: 'Closes such a directory again, now.',
    params: idParams,
    responses: { 200: 'closed', 404: 'no such directory' },
    ownerOnly: true,
    async answer({ owner, caller, params }) {
      const id = params['id'] ?? '';
      await owner.removeRoot(id, caller.principal);
      return reply({ id, removed: true });
    },
  },
];

/** A tool that a client may not see is not named to it here either; a guest gets the rows of guests. */
async function matrixFor(caller: Caller, runtime: Runtime): Promise<readonly MatrixRow[]> {
  const rows = await runtime.matrix();
  if (caller.seesHidden) return rows;
  const visible = new Set((await runtime.tools(caller, { includeHidden: true })).map((tool) => tool.name));
  return rows.filter((row) => visible.has(row.tool) && (caller.trust === 'operator' || row.trust === caller.trust));
}
