// Asking the owner to move a boundary: always a question, confirmed by the owner who is there, after unsafe roots were refused.
import type { ToolMode } from '../../tool-mode.ts';

export const access: ToolMode = {
  name: 'access',
  policyClass: 'read_only',
  columns: { readonly: 'ASK', 'plan-only': 'ASK', 'full-auto': 'ASK' },
  guards: ['roots'],
  attendedOnly: true,
  hold: {
    cell: 'ASK',
    onceOnly: true,
    text: 'This widens what may be reached. The owner confirms each such request; no rule or earlier answer does.',
  },
};
