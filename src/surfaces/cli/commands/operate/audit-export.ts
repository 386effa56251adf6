// gatehouse audit export: the record as JSON lines on stdout, with and without --json.
import { CapabilityError } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { exitCodes } from '../../exit-code.ts';

export const exportEvents: Action<{ readonly since?: string }> = async (invocation, _args, options) => {
  const { output, environment, by } = invocation;
  const query = options.since === undefined ? {} : { since: toTime(options.since) };
  const owner = await invocation.owner();
  for await (const line of owner.exportAudit(query, by)) {
    if (environment.signal.aborted) {
      output.note('gatehouse: Stopped. The export is not whole.');
      return exitCodes.aborted;
    }
    await output.line(line);
  }
  return exitCodes.completed;
};

function toTime(text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new CapabilityError(
    'malformed_request',
    `--since takes a time such as 2026-01-31 or 2026-01-31T10:00:00Z, not ${JSON.stringify(text)}.`,
  );
}
