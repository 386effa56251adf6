// Paid services that make something: images, speech, text of another model.
import type { ToolMode } from '../../tool-mode.ts';

export const generate: ToolMode = {
  name: 'generate',
  policyClass: 'external_api',
  columns: { readonly: 'ASK', 'plan-only': 'DENY', 'full-auto': 'ALLOW' },
  guards: ['net', 'secrets'],
};
