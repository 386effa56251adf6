// gatehouse mcp: the MCP server on stdin and stdout. Stdout belongs to the protocol alone.
import { profileProblem, stdioCaller } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';

interface McpOptions {
  readonly readOnly?: boolean;
  readonly profile?: string;
  readonly for?: string;
  readonly write?: boolean;
}

export const serveMcp: Action<McpOptions> = async (invocation, args, options) => {
  if (options.for !== undefined || options.write === true) {
    const { configureClient } = await import('./mcp-client.ts');
    return configureClient(invocation, args, options);
  }
  const { environment, caller, streams, output } = invocation;
  const [{ serveStdio }, runtime] = await Promise.all([import('../../../mcp/serve-stdio.ts'), invocation.runtime()]);
  const { profile } = options;
  const problem = profile === undefined ? null : await profileProblem(profile, environment.env);
  if (problem !== null) output.note(`gatehouse: ${problem}`);
  const readOnly = options.readOnly === true;
  const who = {
    userId: environment.userId,
    workspace: caller.workspace,
    session: environment.env['GATEHOUSE_SESSION'],
  };
  await serveStdio({
    runtime,
    caller: stdioCaller(who, readOnly, profile ?? null),
    readOnly,
    input: environment.stdin,
    output: streams.stdout,
    signal: environment.signal,
    report: (message) => output.note(`gatehouse: ${message}`),
  });
  return 0;
};
