// Arithmetic and expressions that reach nothing: free in every session mode.
import type { ToolMode } from '../../tool-mode.ts';

export const pythonEval: ToolMode = {
  name: 'python_eval',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
};
