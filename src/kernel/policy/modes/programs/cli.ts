// Commands of programs that the operator named: gated as the same line of a shell is. His own word that one only reads makes it a read;
// the program's never does.
import type { ToolMode } from '../../tool-mode.ts';

const full = { sandbox: ['full'] };
const fullAndSafe = { sandbox: ['full'], shell: ['safe'] };
const offAndSafe = { sandbox: ['off'], shell: ['safe'] };
const read = { read_word: ['operator'] };
const fullAndRead = { ...full, ...read };
// Reached only below `full`: the cases before have taken that level out.
const required = { sandbox_setting: ['required'] };

export const cli: ToolMode = {
  name: 'cli',
  policyClass: 'exec',
  columns: {
    readonly: {
      cases: [
        { when: fullAndSafe, effect: 'ALLOW' },
        { when: fullAndRead, effect: 'ALLOW' },
        { when: full, effect: 'ASK' },
        { when: required, effect: 'DENY' },
        { when: offAndSafe, effect: 'ALLOW' },
        { when: read, effect: 'ALLOW' },
      ],
      otherwise: 'ASK',
    },
    'plan-only': {
      cases: [
        { when: fullAndSafe, effect: 'ALLOW' },
        { when: fullAndRead, effect: 'ALLOW' },
        { when: full, effect: 'DENY' },
        { when: required, effect: 'DENY' },
        { when: offAndSafe, effect: 'ALLOW' },
        { when: read, effect: 'ALLOW' },
        { when: { sandbox: ['landlock', 'none'], shell: ['safe'] }, effect: 'ASK' },
      ],
      otherwise: 'DENY',
    },
    'full-auto': {
      cases: [
        { when: full, effect: 'ALLOW' },
        { when: required, effect: 'DENY' },
        { when: { sandbox: ['off'], shell: ['safe', 'ask'] }, effect: 'ALLOW' },
        { when: read, effect: 'ALLOW' },
      ],
      otherwise: 'ASK',
    },
  },
  guards: ['paths', 'shell', 'sandbox', 'secrets', 'program'],
  hold: {
    cell: {
      cases: [
        { when: full, effect: 'ALLOW' },
        { when: required, effect: 'DENY' },
        { when: { sandbox: ['off'], shell: ['safe', 'ask'] }, effect: 'ALLOW' },
        { when: read, effect: 'ALLOW' },
      ],
      otherwise: 'ASK',
    },
    onceOnly: false,
    text:
      'The program is not fully confined (sandbox below full). Under the setting sandbox: required it is refused; else a command that cannot be ' +
      'analysed, or that a missing sandbox leaves unconfined, is asked about, whatever rules allow. ' +
      'sandbox: on of its source with a working sandbox changes that, and so does readOnly of its source for what only reads.',
  },
};
