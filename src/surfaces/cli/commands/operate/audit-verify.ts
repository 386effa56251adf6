// gatehouse audit verify: whether the record is what was written.
import { counted } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { exitCodes } from '../../exit-code.ts';
import { layoutText } from '../../render/fields.ts';

export const verify: Action = async (invocation) => {
  const report = await (await invocation.owner()).verifyAudit();
  const { output } = invocation;
  output.document(report);
  for (const { writer, events, signedTo, unsigned } of report.writers)
    output.say(`  ${writer}: ${counted(events, 'event')}, signed to ${signedTo}, ${unsigned} unsigned`);
  for (const { writer, seq, message } of report.problems)
    output.say(layoutText(`${writer}${seq === null ? '' : `:${seq}`}: ${message}`, output.width, 2));
  output.say(
    report.ok
      ? `The record holds: ${counted(report.events, 'event')}.`
      : `The record does not hold: ${counted(report.problems.length, 'problem')} in ${counted(report.events, 'event')}.`,
  );
  return report.ok ? exitCodes.completed : exitCodes.failed;
};
