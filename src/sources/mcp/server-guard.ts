// The guard `server`: whether a call of a foreign server counts as a read. The server's own word does where the operator said so.
import type { Guard, GuardFinding, Tool, ToolEffect } from '../../contract/index.ts';

const name = 'server';

export function createServerGuard(): Guard {
  return {
    name,
    async inspect({ tool }): Promise<GuardFinding> {
      const isRead = isBelievedRead(tool);
      const text = isRead ? textOf(tool) : 'What the server does with a call is not known here.';
      const fact = {
        guard: name,
        name: 'read_hint',
        value: isRead ? 'trusted' : 'none',
        verdict: 'clear',
        targets: [],
        text,
      } as const;
      return { facts: [fact], targets: [], paths: {}, urls: {} };
    },
  };
}

/** Ours that lists what a server has is described without any effect. */
function textOf({ effects }: Tool): string {
  return effects.length === 0
    ? 'It lists what the server has, and sends it nothing of the call.'
    : 'The server says that it only reads, and the operator trusts its word.';
}

const acting: readonly ToolEffect[] = ['writes', 'executes', 'destructive', 'administrative', 'remembers'];

/** Only a tool that the operator believes to read is described without any effect of acting. */
function isBelievedRead({ kind, effects }: Tool): boolean {
  return kind === 'mcp' && !effects.some((effect) => acting.includes(effect));
}
