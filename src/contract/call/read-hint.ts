// Whether a call of a foreign server's tool counts as a read: known from the description alone, so a listing can tell it as a call does.
import type { Fact } from './fact.ts';
import type { Tool, ToolEffect } from '../tool/tool.ts';

/** What a call of such a tool really does nobody here knows. */
export function isOfServer({ kind }: Pick<Tool, 'kind'>): boolean {
  return kind === 'mcp';
}

/** As the guard `server` finds it. */
export function readHint(tool: Tool): Fact {
  const isRead = isBelievedRead(tool);
  return {
    guard: 'server',
    name: 'read_hint',
    value: isRead ? 'trusted' : 'none',
    verdict: 'clear',
    targets: [],
    text: isRead ? textOf(tool) : 'What the server does with a call is not known here.',
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
function isBelievedRead(tool: Tool): boolean {
  return isOfServer(tool) && !tool.effects.some((effect) => acting.includes(effect));
}
