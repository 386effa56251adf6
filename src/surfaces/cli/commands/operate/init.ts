// gatehouse init: a commented configuration to start from.
import { writeExampleConfig } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';

export const init: Action = async (invocation) => {
  const { output, by } = invocation;
  // The owner first: where trusting the folder could not work, nothing is written either.
  const [owner, { workspace }] = [await invocation.owner(), await invocation.runtime()];
  const file = writeExampleConfig(workspace);
  await owner.trustFolder(workspace, by);
  output.document({ file, trusted: workspace });
  output.say(
    `Wrote ${file} and trusted this folder. Every setting in it is commented out: what you see is what holds.`,
  );
  return 0;
};
