// gatehouse audit erase: takes values out of the record for good; what stood there stays provable as erased.
import { CapabilityError } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';

export const erase: Action<{ readonly reason?: string }> = async (invocation, [event = '', ...fields], options) => {
  const { output } = invocation;
  const { writer, seq } = toPlace(event);
  const owner = await invocation.owner();
  await owner.redact({ writer, seq }, fields, options.reason ?? 'no reason given');
  output.document({ event, erased: fields });
  output.say(`Erased ${fields.join(', ')} of ${event}. The record still verifies, and says that they were erased.`);
  return 0;
};

function toPlace(event: string): { readonly writer: string; readonly seq: number } {
  const [, writer, seq] = /^(.+):(\d{1,15})$/.exec(event) ?? [];
  if (writer !== undefined && seq !== undefined) return { writer, seq: Number(seq) };
  throw new CapabilityError(
    'malformed_request',
    `Name the event as WRITER:SEQ, as audit tail prints it at the end of a line, not ${JSON.stringify(event)}.`,
  );
}
