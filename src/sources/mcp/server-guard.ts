// The guard `server`: whether a call of a foreign server counts as a read. The server's own word does where the operator said so.
import { readHint, type Guard, type GuardFinding } from '../../contract/index.ts';

export function createServerGuard(): Guard {
  return {
    name: 'server',
    async inspect({ tool }): Promise<GuardFinding> {
      return { facts: [readHint(tool)], targets: [], paths: {}, urls: {} };
    },
  };
}
