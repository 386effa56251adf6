// The guard `sandbox`: says at which level a program would be confined. What follows from it is the mode's part.
import type { Fact, Guard, GuardFinding } from '../../contract/index.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

const name = 'sandbox';

/** Facts: `sandbox` with the level and `sandbox_setting` with the setting; both bind, so that an approval holds for that level only. */
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
  const facts = [
    fact('sandbox', sandbox.level, sandbox.reason),
    fact('sandbox_setting', sandbox.setting, `The setting is sandbox: ${sandbox.setting}.`),
  ];
  return {
    name,
    inspect: async (): Promise<GuardFinding> => ({ facts, targets: [], paths: {}, urls: {} }),
  };
}
