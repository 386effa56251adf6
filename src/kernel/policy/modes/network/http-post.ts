// Sending to the network: as fetching, and blocked until a plan is approved.
import type { ToolMode } from '../../tool-mode.ts';

export const httpPost: ToolMode = {
  name: 'http_post',
  policyClass: 'network',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['net', 'secrets'],
  delivers: 'ASK',
};
