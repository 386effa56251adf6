// Serves MCP over a pair of streams until the client closes its end.
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../../contract/index.ts';
import { LineTransport, type LineStreams } from './line-transport.ts';
import { createMcpServerFactory, type McpServerOptions } from './server-factory.ts';

export interface McpStdioOptions extends Omit<McpServerOptions, 'callerFor'>, LineStreams {
  /** Who asks: the client that started this process. */
  readonly caller: Caller;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/**
 * Serves one client, of either protocol era. Resolves when the input has ended, the output has broken or `signal` aborted, and every call
 * has come to its end; calls still under way then are aborted. Writes nothing but protocol messages to `output`.
 */
export async function serveStdio(options: McpStdioOptions): Promise<void> {
  const { input, output, caller, signal, report } = options;
  if (signal.aborted) return;
  const servers = createMcpServerFactory({ ...options, callerFor: () => caller });
  const wire = new LineTransport({ input, output });
  const handle = serveConnection(servers.factory, { transport: wire, onerror: (error) => report(error.message) });
  await new Promise<void>((resolve) => {
    const onclose = wire.onclose;
    wire.onclose = () => {
      onclose?.();
      resolve();
    };
    signal.addEventListener('abort', () => void handle.close(), { once: true });
  });
  await servers.whenIdle();
}
