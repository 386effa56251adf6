// gatehouse trust: lets gatehouse.yaml and .mcp.json of a folder act. Nothing a folder brings acts before that.
import { resolve } from 'node:path';
import type { Action } from '../../command-spec.ts';

export const trustFolder: Action = async (invocation, [folder]) => {
  const { environment, caller, output, by } = invocation;
  const path = folder === undefined ? caller.workspace : resolve(environment.cwd, folder);
  await (await invocation.owner()).trustFolder(path, by);
  output.document({ trusted: path });
  output.say(
    `${path} is trusted: its gatehouse.yaml and .mcp.json, where it has them, act from the next start of a command or the daemon on, and git_read runs there unasked. A server of .mcp.json waits for a yes of its own: gatehouse mcp-servers list.`,
  );
  return 0;
};
