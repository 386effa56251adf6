// Delegating to another agent, which runs under this one's ceiling and draws on its budget.
import type { ToolMode } from '../../tool-mode.ts';

export const subagent: ToolMode = {
  name: 'subagent',
  policyClass: 'external_api',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['delegation', 'secrets'],
};
