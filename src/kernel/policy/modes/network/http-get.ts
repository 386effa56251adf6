// Fetching from the network: asks until full-auto, and the net guard refuses internal addresses in every mode.
import type { ToolMode } from '../../tool-mode.ts';

export const httpGet: ToolMode = {
  name: 'http_get',
  policyClass: 'network',
  columns: { readonly: 'ASK', 'plan-only': 'ASK', 'full-auto': 'ALLOW' },
  guards: ['net', 'secrets'],
};
