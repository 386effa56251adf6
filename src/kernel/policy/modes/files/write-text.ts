// Writing files: asks in readonly but for zones that the operator calls silent, blocked until a plan is approved, free in full-auto.
import type { ToolMode } from '../../tool-mode.ts';

export const writeText: ToolMode = {
  name: 'write_text',
  policyClass: 'read_write',
  columns: {
    readonly: { cases: [{ when: { zone: ['silent'] }, effect: 'ALLOW' }], otherwise: 'ASK' },
    'plan-only': 'DENY',
    'full-auto': 'ALLOW',
  },
  guards: ['paths'],
};
