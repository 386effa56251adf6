// gatehouse audit erase: takes values out of the record for good; what stood there stays provable as erased.
import { CapabilityError } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';

export const erase: Action<{ readonly reason?: string }> = async (invocation, [event = '', ...fields], options) => {
  const at = event.lastIndexOf(':');
  const seq = Number(event.slice(at + 1));
  if (at <= 0 || !Number.isInteger(seq)) throw new CapabilityError('malformed_request', `Name the event as WRITER:SEQ, as audit tail prints it; got ${JSON.stringify(event)}.`);
  const owner = await invocation.owner();
  await owner.redact(event.slice(0, at), seq, fields, options.reason ?? 'no reason given');
  invocation.output.document({ event, erased: fields });
  invocation.output.say(`Erased ${fields.join(', ')} of ${event}.`);
  return 0;
};
