// gatehouse grants: what was allowed for a session, and its end.
import { layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';

export const listGrants: Action = async ({ runtime, output }) => {
  const grants = await (await runtime()).grants();
  output.document(grants);
  const rows = grants.map((grant) => [grant.id, grant.tool, grant.principal, grant.session, grant.expiresAt.slice(0, 19).replace('T', ' '), grant.covers]);
  output.say(rows.length === 0 ? 'No live grants.' : layoutTable(rows, { width: output.width, headers: ['ID', 'TOOL', 'FOR', 'SESSION', 'UNTIL (UTC)', 'COVERS'] }));
  return 0;
};

export const revokeGrant: Action = async (invocation, [id = '']) => {
  const owner = await invocation.owner();
  await owner.revokeGrant(id, invocation.by);
  invocation.output.document({ id, revoked: true });
  invocation.output.say(`Revoked ${id}.`);
  return 0;
};
