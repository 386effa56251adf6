// gatehouse init: a commented configuration to start from.
import { writeExampleConfig } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';

export const init: Action = async (invocation) => {
  const { caller, output } = invocation;
  const file = writeExampleConfig(caller.workspace);
  await (await invocation.owner()).trustFolder(caller.workspace, invocation.by);
  output.document({ file, trusted: caller.workspace });
  output.say(`Wrote ${file} and trusted this folder. Every setting in it is commented out: what you see is what holds.`);
  return 0;
};
