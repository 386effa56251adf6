// gatehouse grants: what was allowed for a session, and its end.
import type { GrantView } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { layoutFields } from '../../render/fields.ts';
import { timeText } from '../../render/times.ts';

export const listGrants: Action = async ({ runtime, output, command }) => {
  const grants = await (await runtime()).grants();
  output.document(grants);
  if (grants.length === 0) output.say(`No live grants. ${command} approvals approve ID --session gives one.`);
  else
    output.say(
      `${grants.map((grant) => render(grant, output.width)).join('\n\n')}\n\n${command} grants revoke ID ends one.`,
    );
  return 0;
};

function render(grant: GrantView, width: number): string {
  const fields = layoutFields(
    [
      ['covers', grant.covers],
      ['for', `${grant.principal} as ${grant.agent}`],
      ['session', grant.session],
      ['until', `${timeText(grant.expiresAt)} UTC`],
      ['approval', grant.approvalId],
    ],
    width,
  );
  return `${grant.id}  ${grant.tool}\n${fields}`;
}

export const revokeGrant: Action = async (invocation, [id = '']) => {
  const owner = await invocation.owner();
  await owner.revokeGrant(id, invocation.by);
  invocation.output.document({ id, revoked: true });
  invocation.output.say(`Revoked ${id}: calls it covered ask again.`);
  return 0;
};
