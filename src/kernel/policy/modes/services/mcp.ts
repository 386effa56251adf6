// Tools of a foreign server. Its own word that a tool only reads counts only where the operator trusts that server's hints.
import type { ToolMode } from '../../tool-mode.ts';

const trustedRead = { read_hint: ['trusted'] };

export const mcp: ToolMode = {
  name: 'mcp',
  policyClass: 'external_api',
  columns: {
    readonly: { cases: [{ when: trustedRead, effect: 'ALLOW' }], otherwise: 'ASK' },
    'plan-only': { cases: [{ when: trustedRead, effect: 'ALLOW' }], otherwise: 'DENY' },
    'full-auto': 'ALLOW',
  },
  guards: ['server', 'secrets'],
  delivers: { cases: [{ when: trustedRead, effect: 'ALLOW' }], otherwise: 'ASK' },
};
