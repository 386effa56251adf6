// gatehouse audit verify: whether the record is what was written.
import type { Action } from '../../command-spec.ts';

export const verify: Action = async (invocation) => {
  const report = await (await invocation.owner()).verifyAudit();
  const { output } = invocation;
  output.document(report);
  for (const { writer, signedTo, unsigned } of report.writers) output.say(`  ${writer}: signed to ${signedTo}, ${unsigned} unsigned`);
  for (const problem of report.problems) output.say(`  ${problem.writer}${problem.seq === null ? '' : `:${problem.seq}`}: ${problem.message}`);
  output.say(report.ok ? `The record of ${report.events} events holds.` : `The record does not hold: ${report.problems.length} problems.`);
  return report.ok ? 0 : 1;
};
