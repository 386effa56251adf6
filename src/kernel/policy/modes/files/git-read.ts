// Git's reads: free where the guard finds the folder trusted, no program in its git configuration and no credential path touched.
import type { Cell, ToolMode } from '../../tool-mode.ts';

// A repository's own configuration can run code on a plain `status`: a free repository is earned, not assumed.
const freeWhenTrusted: Cell = { cases: [{ when: { repository: ['trusted'] }, effect: 'ALLOW' }], otherwise: 'ASK' };

export const gitRead: ToolMode = {
  name: 'git_read',
  policyClass: 'read_only',
  columns: { readonly: freeWhenTrusted, 'plan-only': freeWhenTrusted, 'full-auto': 'ALLOW' },
  guards: ['paths', 'git'],
};
