// Notes of the session to itself: free in every session mode.
import type { ToolMode } from '../../tool-mode.ts';

export const note: ToolMode = {
  name: 'note',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
};
