// Asking a person: only where one is there.
import type { ToolMode } from '../../tool-mode.ts';

export const human: ToolMode = {
  name: 'human',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
  attendedOnly: true,
};
