// Hands on what a running call says to the client that made it, in the words of MCP: progress under its token, log lines from its level on.
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Notice, ProgressNotice } from '../../../contract/index.ts';

/** What it cannot be told it is not told: the call goes on. */
export function clientListener({ mcpReq }: ServerContext): (notice: Notice) => void {
  const progressToken = mcpReq._meta?.progressToken;
  const progress = (notice: ProgressNotice): Promise<void> =>
    progressToken === undefined
      ? Promise.resolve()
      : mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...shown(notice) } });
  return (notice) => {
    // The SDK knows the level: said once by older clients, and with each call by newer ones, who get none without it.
    if (notice.kind === 'progress') progress(notice).catch(() => undefined);
    if (notice.kind === 'log') mcpReq.log(notice.level, notice.data, notice.logger ?? undefined).catch(() => undefined);
  };
}

function shown({ progress, total, message }: ProgressNotice) {
  return { progress, ...(total === null ? {} : { total }), ...(message === null ? {} : { message }) };
}
