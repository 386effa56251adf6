// Snippets of code in a sandbox without network, or in Docker where there is none; the guard refuses where there is neither.
import type { ToolMode } from '../../tool-mode.ts';

export const docker: ToolMode = {
  name: 'docker',
  policyClass: 'exec',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['snippet'],
};
