// A grant for people.
import type { Grant, GrantView } from '../../contract/index.ts';
import { escapeVisible } from '../../text/index.ts';

export function grantView(grant: Grant): GrantView {
  return {
    id: grant.id,
    tool: grant.tool,
    covers: grant.targets === null ? 'the very same arguments' : grant.targets.map((target) => escapeVisible(target)).join(', '),
    agent: grant.agent,
    principal: grant.principal,
    session: grant.session,
    approvalId: grant.approvalId,
    createdAt: new Date(grant.createdAt).toISOString(),
    expiresAt: new Date(grant.expiresAt).toISOString(),
  };
}
