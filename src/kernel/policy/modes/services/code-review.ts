// Review of code by a model elsewhere. Checking out a pull request is a second effect with a question of its own (fact second_ask).
import type { ToolMode } from '../../tool-mode.ts';

export const codeReview: ToolMode = {
  name: 'code_review',
  policyClass: 'external_api',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['inspection', 'secrets'],
};
