// Tool that exists to be named in policy and refused: commands with the rights of the administrator.
import { z } from 'zod';
import { CapabilityError, defineTool } from '../../contract/index.ts';

export const sudoShell = defineTool({
  name: 'sudo_shell',
  title: 'Run a command as administrator',
  description:
    'Locked: would run a command with the rights of the administrator. Always refused; no rule, grant or mode unlocks it.',
  mode: 'shell',
  category: 'system',
  risk: 'critical',
  effects: ['executes', 'writes', 'egress', 'destructive', 'administrative'],
  timeoutMs: 1_000,
  defaultEffect: 'DENY',
  locked: true,
  input: z.strictObject({ command: z.string().min(1).max(16_384).describe('The command line.') }),
  targets: [{ pointer: '/command', kind: 'command', action: 'run' }],
  whenToUse: 'Never. Ask the person to run such a command themselves.',
  failureModes: ['Every call: it is locked.'],
  async run() {
    throw new CapabilityError('denied', 'sudo_shell is locked: there is nothing that runs it.');
  },
});
