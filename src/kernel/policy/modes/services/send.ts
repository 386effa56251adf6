// Messages that leave: an answer covers this recipient and this content and nothing else.
import type { ToolMode } from '../../tool-mode.ts';

export const send: ToolMode = {
  name: 'send',
  policyClass: 'external_api',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['net', 'secrets'],
  delivers: 'ASK',
};
