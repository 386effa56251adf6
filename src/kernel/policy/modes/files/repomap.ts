// The map of a repository: definition lines only, free in every session mode.
import type { ToolMode } from '../../tool-mode.ts';

export const repomap: ToolMode = {
  name: 'repomap',
  policyClass: 'read_only',
  columns: { readonly: 'ALLOW', 'plan-only': 'ALLOW', 'full-auto': 'ALLOW' },
  guards: ['paths'],
};
