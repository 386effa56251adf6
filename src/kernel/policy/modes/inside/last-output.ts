// Results this session was already given: free in every session mode.
import type { ToolMode } from '../../tool-mode.ts';

export const lastOutput: ToolMode = {
  name: 'last_output',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
};
