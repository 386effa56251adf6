// Git's changes to the repository on this disk. Pushing is a tool of its own that always asks.
import type { ToolMode } from '../../tool-mode.ts';

export const gitWrite: ToolMode = {
  name: 'git_write',
  policyClass: 'read_write',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['paths', 'git'],
};
