// gatehouse tools forget: ends what searches over tools learned from the calls that they led to.
import { counted, escapeVisible } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';

export const forgetSearches: Action = async (invocation, [tool]) => {
  const owner = await invocation.owner();
  const forgotten = await owner.forgetSearches(tool ?? null, invocation.by);
  invocation.output.document({ tool: tool ?? null, forgotten });
  const described =
    tool === undefined ? null : await (await invocation.listing()).describeTool(invocation.caller, tool);
  const unknown = described !== null && !described.ok ? ` ${described.message}` : '';
  const which = tool === undefined ? '' : ` that led to ${escapeVisible(tool)}`;
  invocation.output.say(
    forgotten === 0
      ? `No search${which} was remembered.${unknown}`
      : `Forgot ${counted(forgotten, 'search', 'searches')}${which}. The next one is ranked by its words alone.`,
  );
  return 0;
};
