// Grants and opened directories for people.
import type { Grant, GrantView, RootView } from '../../contract/index.ts';
import type { AllowedRoot } from '../../state/index.ts';
import { escapeVisible } from '../../text/index.ts';

export function grantView(grant: Grant): GrantView {
  return {
    id: grant.id,
    tool: grant.tool,
    covers: coverOf(grant),
    agent: grant.agent,
    principal: grant.principal,
    session: grant.session,
    approvalId: grant.approvalId,
    createdAt: new Date(grant.createdAt).toISOString(),
    expiresAt: new Date(grant.expiresAt).toISOString(),
  };
}

export function rootView({ id, path, access, workspace, reason, by, addedAt }: AllowedRoot): RootView {
  return { id, path, access, workspace, reason, askedBy: by, addedAt: new Date(addedAt).toISOString() };
}

/** What the answer for the session lets through: whoever gave it saw one content of a file, and it is for any. */
function coverOf({ targets, argumentKey }: Grant): string {
  if (targets === null) return 'the very same arguments';
  const named = targets.map((target) => escapeVisible(target)).join(', ');
  return `${named}, with ${argumentKey === null ? 'whatever other arguments' : 'the very same arguments'}`;
}
