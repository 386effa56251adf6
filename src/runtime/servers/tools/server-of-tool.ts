// Which configured server a name of a tool belongs to, where there is no such tool.
import type { ServerView } from '../../../contract/index.ts';
import { serverPrefix } from '../../../sources/index.ts';

/** `mcp_a_b_c` is of a server a_b where there is one, as it is for the tools that there are. */
export function serverOfTool(tool: string, servers: readonly ServerView[]): ServerView | null {
  const own = servers.filter(({ name }) => tool.startsWith(serverPrefix(name)));
  return own.toSorted((left, right) => right.name.length - left.name.length)[0] ?? null;
}
