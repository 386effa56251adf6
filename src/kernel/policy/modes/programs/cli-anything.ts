// Programs of the catalogue of command lines: looking at what is installed is free, the rest fetches, installs or runs.
import type { ToolMode } from '../../tool-mode.ts';

const free = { action: ['status', 'skill'] };

export const cliAnything: ToolMode = {
  name: 'cli_anything',
  policyClass: 'exec',
  columns: {
    readonly: { cases: [{ when: free, effect: 'ALLOW' }], otherwise: 'ASK' },
    'plan-only': { cases: [{ when: free, effect: 'ALLOW' }], otherwise: 'DENY' },
    'full-auto': 'ALLOW',
  },
  guards: ['catalogue', 'package', 'host_execution'],
};
