// gatehouse mcp: the MCP server on stdin and stdout. Stdout belongs to the protocol alone.
import { stdioCaller } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';

export const serveMcp: Action<{ readonly readOnly?: boolean }> = async (invocation, _args, options) => {
  const { environment, caller } = invocation;
  const [{ serveStdio }, runtime] = await Promise.all([import('../../../mcp/serve-stdio.ts'), invocation.runtime()]);
  const readOnly = options.readOnly === true;
  const who = { userId: environment.userId, workspace: caller.workspace, session: environment.env['GATEHOUSE_SESSION'] };
  await serveStdio({
    runtime,
    caller: stdioCaller(who, readOnly),
    readOnly,
    input: process.stdin,
    output: process.stdout,
    signal: environment.signal,
    report: (message) => invocation.output.note(message),
  });
  return 0;
};
