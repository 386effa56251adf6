// Reading files: free in every session mode, inside the roots and past no protected name.
import type { ToolMode } from '../../tool-mode.ts';

export const readText: ToolMode = {
  name: 'read_text',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: ['paths'],
};
