// gatehouse policy why: the decision of a call that is not made. It is the deciding function's own answer.
import type { Explanation } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { exitCodes } from '../../exit-code.ts';
import { renderDecision } from '../../render/decision.ts';
import { renderRefusal } from '../../render/outcome.ts';
import { readArguments, wordsOf } from '../act/read-arguments.ts';

export const explainCall: Action<{ readonly arg?: readonly string[] }> = async (
  invocation,
  [name = '', json],
  options,
) => {
  const { output, caller } = invocation;
  const given = await readArguments({ json, named: options.arg ?? [] }, invocation);
  const runtime = await invocation.runtime();
  const explanation = await runtime.explain({ tool: name, arguments: given, caller, userWords: wordsOf(given) });
  output.document(explanation);
  output.say(render(explanation, output.width));
  return exitCodeOf(explanation);
};

/** An explanation that says "refused" is an answer; a call that cannot be explained is none. */
function exitCodeOf({ refusal }: Explanation): number {
  if (refusal?.code === 'unknown_tool') return exitCodes.unknown;
  return refusal?.code === 'invalid_arguments' ? exitCodes.invalid : exitCodes.completed;
}

function render({ tool, decision, refusal }: Explanation, width: number): string {
  if (decision !== null) return renderDecision(tool, decision, width);
  return refusal === null ? tool : `There is no decision on such a call.\n${renderRefusal(refusal, { width })}`;
}
