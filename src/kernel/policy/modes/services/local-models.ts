// Models on this machine: looking is a loopback call; fetching and removing them takes what a program on the host takes.
import type { ToolMode } from '../../tool-mode.ts';

const looking = { action: ['list', 'probe'] };

export const localModels: ToolMode = {
  name: 'local_models',
  policyClass: 'exec',
  columns: {
    readonly: { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'ASK' },
    'plan-only': { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'DENY' },
    'full-auto': { cases: [{ when: looking, effect: 'ALLOW' }], otherwise: 'ASK' },
  },
  guards: ['host_execution'],
};
