// The guard `sandbox`: says at which level a program would be confined. What follows from it is the mode's part.
import type { Fact, Guard, GuardFinding, Tool } from '../../contract/index.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

const name = 'sandbox';

/**
 * Facts: `sandbox` with the level and `sandbox_setting` with the setting; both bind, so that an approval holds for that level only. The
 * level is proven at the first question, for an explanation too: that looks at this machine and starts nothing of the call. Of a program that
 * its owner runs outside it is `off`.
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
    async inspect({ tool }): Promise<GuardFinding> {
      const { level, reason } = isOutside(tool) ? outside : await sandbox.prove();
      const { setting } = sandbox;
      const facts = [
        fact('sandbox', level, reason),
        fact('sandbox_setting', setting, `The setting is sandbox: ${setting}.`),
      ];
      return { facts, targets: [], paths: {}, urls: {} };
    },
  };
}

const outside = { level: 'off', reason: 'The operator runs this program outside the sandbox.' } as const;

function isOutside({ targets }: Tool): boolean {
  return targets.some(({ line }) => line !== undefined && 'command' in line && line.place === 'host');
}
