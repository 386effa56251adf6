// A browser driven page by page; the net guard sees every request that a page makes.
import type { ToolMode } from '../../tool-mode.ts';

export const browser: ToolMode = {
  name: 'browser',
  policyClass: 'network',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['net', 'secrets'],
};
