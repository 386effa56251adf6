// Shell commands: gated by what the classifier says of the command and by how far the sandbox confines it.
import type { ToolMode } from '../../tool-mode.ts';

const full = { sandbox: ['full'] };
const fullAndSafe = { sandbox: ['full'], shell: ['safe'] };
const offAndSafe = { sandbox: ['off'], shell: ['safe'] };
// Reached only below `full`: the cases before have taken that level out.
const required = { sandbox_setting: ['required'] };

export const shell = {
  name: 'shell',
  policyClass: 'exec',
  columns: {
    readonly: {
      cases: [
        { when: fullAndSafe, effect: 'ALLOW' },
        { when: full, effect: 'ASK' },
        { when: required, effect: 'DENY' },
        { when: offAndSafe, effect: 'ALLOW' },
      ],
      otherwise: 'ASK',
    },
    'plan-only': {
      cases: [
        { when: fullAndSafe, effect: 'ALLOW' },
        { when: full, effect: 'DENY' },
        { when: required, effect: 'DENY' },
        { when: offAndSafe, effect: 'ALLOW' },
        { when: { sandbox: ['landlock', 'none'], shell: ['safe'] }, effect: 'ASK' },
      ],
      otherwise: 'DENY',
    },
    'full-auto': {
      cases: [
        { when: full, effect: 'ALLOW' },
        { when: required, effect: 'DENY' },
        { when: { sandbox: ['off'], shell: ['safe', 'ask'] }, effect: 'ALLOW' },
      ],
      otherwise: 'ASK',
    },
  },
  guards: ['paths', 'shell', 'sandbox', 'secrets'],
  hold: {
    cell: {
      cases: [
        { when: full, effect: 'ALLOW' },
        { when: required, effect: 'DENY' },
        // What cannot be analysed and is not confined never runs unasked, whatever a rule says of its words.
        { when: { sandbox: ['off'], shell: ['safe', 'ask'] }, effect: 'ALLOW' },
      ],
      otherwise: 'ASK',
    },
    onceOnly: false,
    text:
      'The command is not fully confined on this machine (sandbox below full). Under the setting sandbox: required it is refused; else it is asked about, whatever rules allow. ' +
      'A working sandbox, or the setting sandbox: off for commands that can be analysed, changes that.',
  },
} as const satisfies ToolMode;
