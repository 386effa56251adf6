// gatehouse trust: lets the gatehouse.yaml of a folder act. Nothing a folder brings acts before that.
import { resolve } from 'node:path';
import type { Action } from '../../command-spec.ts';

export const trustFolder: Action = async (invocation, [folder]) => {
  const { environment, caller, output, by } = invocation;
  const path = folder === undefined ? caller.workspace : resolve(environment.cwd, folder);
  await (await invocation.owner()).trustFolder(path, by);
  output.document({ trusted: path });
  output.say(
    `${path} is trusted: its gatehouse.yaml, where it has one, acts from the next start of a command or the daemon on, and git_read runs there unasked.`,
  );
  return 0;
};
