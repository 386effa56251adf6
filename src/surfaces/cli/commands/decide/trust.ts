// gatehouse trust: lets the gatehouse.yaml of a folder act. Nothing a folder brings acts before that.
import { resolve } from 'node:path';
import type { Action } from '../../command-spec.ts';

export const trustFolder: Action = async (invocation, [folder]) => {
  const path = resolve(invocation.environment.cwd, folder ?? invocation.caller.workspace);
  await (await invocation.owner()).trustFolder(path, invocation.by);
  invocation.output.document({ trusted: path });
  invocation.output.say(`${path} is trusted: its gatehouse.yaml acts from the next start on.`);
  return 0;
};
