// Asking the owner to move a boundary: always a question, confirmed by the owner who is there, after unsafe roots were refused.
import type { Cell, ToolMode } from '../../tool-mode.ts';

/** What may be reached already needs no owner: the answer is that nothing has to change. */
const asked: Cell = { cases: [{ when: { access: ['open'] }, effect: 'ALLOW' }], otherwise: 'ASK' };

export const access: ToolMode = {
  name: 'access',
  policyClass: 'read_only',
  columns: { readonly: asked, 'plan-only': asked, 'full-auto': asked },
  guards: ['roots'],
  attendedOnly: true,
  hold: {
    cell: asked,
    onceOnly: true,
    text: 'This widens what may be reached. The owner confirms each such request; no rule or earlier answer does.',
  },
};
