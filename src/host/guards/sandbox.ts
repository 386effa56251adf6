// The guard `sandbox`: says at which level a program would be confined. What follows from it is the mode's part.
import type { Fact, Guard, GuardFinding } from '../../contract/index.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

const name = 'sandbox';

/**
 * Facts: `sandbox` with the level and `sandbox_setting` with the setting; both bind, so that an approval holds for that level only. The
 * level is proven at the first question, for an explanation too: that looks at this machine and starts nothing of the call.
 */
export function createSandboxGuard({ sandbox }: { readonly sandbox: Sandbox }): Guard {
  const fact = (found: string, value: string, text: string): Fact => ({
    guard: name,
    name: found,
    value,
    verdict: 'clear',
    targets: [],
    text,
    binding: value,
  });
  return {
    name,
    async inspect(): Promise<GuardFinding> {
      const { level, reason } = await sandbox.prove();
      const { setting } = sandbox;
      const facts = [
        fact('sandbox', level, reason),
        fact('sandbox_setting', setting, `The setting is sandbox: ${setting}.`),
      ];
      return { facts, targets: [], paths: {}, urls: {} };
    },
  };
}
