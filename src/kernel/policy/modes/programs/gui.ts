// Hands on the desktop: only for the operator who is there, and asked about even in full-auto.
import type { ToolMode } from '../../tool-mode.ts';

export const gui: ToolMode = {
  name: 'gui',
  policyClass: 'gui_control',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ASK' },
  guards: ['desktop_idle'],
  attendedOnly: true,
};
