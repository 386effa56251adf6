// Changes to what is remembered over sessions.
import type { ToolMode } from '../../tool-mode.ts';

export const memory: ToolMode = {
  name: 'memory',
  policyClass: 'read_write',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: [],
};
