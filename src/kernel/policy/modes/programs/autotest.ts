// The test writer: a delegated run that must leave its source file as it was.
import type { ToolMode } from '../../tool-mode.ts';

export const autotest: ToolMode = {
  name: 'autotest',
  policyClass: 'exec',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['paths', 'delegation'],
};
