// Jobs for later: seeing the list is free, the rest is a side effect that happens when nobody looks.
import type { ToolMode } from '../../tool-mode.ts';

const looking = { action: ['list'] };

export const cron: ToolMode = {
  name: 'cron',
  policyClass: 'read_write',
  columns: {
    readonly: { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'ASK' },
    'plan-only': { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'DENY' },
    'full-auto': 'ALLOW',
  },
  guards: [],
};
