// Text of enabled skills, read from where they are kept and nowhere else.
import type { ToolMode } from '../../tool-mode.ts';

export const skill: ToolMode = {
  name: 'skill',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
};
