// gatehouse policy why: the decision of a call that is not made. It is the deciding function's own answer.
import { escapeVisible } from '../../../../text/index.ts';
import type { Explanation } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { lines, renderDecision } from '../../render/outcome.ts';
import { readArguments } from '../act/call.ts';

export const explainCall: Action<{ readonly arg?: readonly string[] }> = async (invocation, [name = '', json], options) => {
  const runtime = await invocation.runtime();
  const explanation = await runtime.explain({
    tool: name,
    arguments: await readArguments(json, options.arg ?? [], invocation),
    caller: invocation.caller,
  });
  invocation.output.document(explanation);
  invocation.output.say(render(explanation));
  if (explanation.refusal?.code === 'unknown_tool') return 2;
  return explanation.refusal?.code === 'invalid_arguments' ? 5 : 0;
};

function render({ tool, decision, refusal }: Explanation): string {
  if (decision !== null) return renderDecision(tool, decision);
  if (refusal === null) return tool;
  return lines(
    `Refused before a decision (${refusal.by}): ${escapeVisible(refusal.reason)}`,
    ...refusal.problems.map((problem) => `  ${escapeVisible(problem.path || '(arguments)')}: ${escapeVisible(problem.message)}; expected ${escapeVisible(problem.expected)}`),
    escapeVisible(refusal.hint),
  );
}
