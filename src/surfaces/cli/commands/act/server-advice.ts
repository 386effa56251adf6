// What to do where a tool is not there and its MCP server is: told to the owner alone, since callers learn nothing of what they may not see.
import { serverOfTool } from '../../../../runtime/index.ts';
import { counted } from '../../../../text/index.ts';
import type { ServerView } from '../../../../contract/index.ts';
import type { Invocation } from '../../invocation.ts';

/** Null where there is nothing to advise. */
export async function serverAdvice(tool: string, { owner, command }: Invocation): Promise<string | null> {
  if (!tool.startsWith('mcp_')) return null;
  try {
    const server = serverOfTool(tool, await (await owner()).servers());
    return server === null ? null : adviceFor(server, command);
  } catch {
    // That there is no such tool was said already; who is not the owner is told no more.
    return null;
  }
}

function adviceFor({ name, state, from, waiting, problem }: ServerView, command: string): string | null {
  const look = `${command} mcp-servers accept ${name}`;
  switch (state) {
    case 'disabled':
      return `The server ${name} is disabled in ${from}.`;
    case 'not_accepted':
      return `The server ${name} is configured but not accepted: none of its tools is there before that. To see and accept them: ${look} --start`;
    case 'changed':
      return `What the server ${name} runs is another than what was accepted, so its tools are not there. To look at it: ${look}`;
    case 'idle':
    case 'starting':
    case 'ready':
    case 'down':
      if (problem !== null) return `The server ${name} has a problem: ${problem}`;
      return waiting === 0
        ? null
        : `The server ${name} has ${counted(waiting, 'tool')} new or changed, not there before you accept: ${look}`;
  }
}
