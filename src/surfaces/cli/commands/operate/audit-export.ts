// gatehouse audit export: the record as JSON lines on stdout, with and without --json.
import { CapabilityError } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { createOutput } from '../../output.ts';

export const exportEvents: Action<{ readonly since?: string }> = async (invocation, _args, options) => {
  const since = options.since === undefined ? undefined : Date.parse(options.since);
  if (since !== undefined && Number.isNaN(since)) throw new CapabilityError('malformed_request', `--since takes a time such as 2026-01-31, not ${JSON.stringify(options.since)}.`);
  const owner = await invocation.owner();
  const lines = createOutput(true, { stdout: process.stdout, stderr: process.stderr });
  for await (const line of owner.exportAudit(since === undefined ? {} : { since }, invocation.by)) lines.line(line);
  return 0;
};
