// What can be done here: touches no file, socket or process, and is free in every session mode.
import type { ToolMode } from '../../tool-mode.ts';

export const introspect: ToolMode = {
  name: 'introspect',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: [],
};
