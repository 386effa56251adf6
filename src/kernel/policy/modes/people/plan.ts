// Presenting a plan: the way out of plan-only, so free there too.
import type { ToolMode } from '../../tool-mode.ts';

export const plan: ToolMode = {
  name: 'plan',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
};
