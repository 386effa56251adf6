// Adding and removing foreign servers: a new server is code that will run, so it is asked about in every session mode.
import type { ToolMode } from '../../tool-mode.ts';

const looking = { action: ['list', 'probe'] };

export const mcpManage: ToolMode = {
  name: 'mcp_manage',
  policyClass: 'exec',
  columns: {
    readonly: { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'ASK' },
    'plan-only': { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'DENY' },
    'full-auto': { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'ASK' },
  },
  guards: ['server_change'],
  hold: {
    cell: { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'ASK' },
    onceOnly: true,
    text: 'This changes which servers bring tools here. The owner answers for each such change; no rule or earlier answer does.',
  },
};
