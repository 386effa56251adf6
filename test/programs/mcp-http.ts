// Serves the scripted runtime over HTTP on a free port of loopback. Stands in for the daemon: the caller of a request is named by its token.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createMcpHttpHandler } from '../../src/surfaces/mcp/http-endpoint.ts';
import { sampleCaller } from '../../src/testing/index.ts';
import { createMcpScript, type McpScript, type McpScriptOptions } from './mcp-script.ts';

export interface McpServing {
  readonly url: URL;
  readonly script: McpScript;
  readonly reports: readonly string[];
  close(): Promise<void>;
}

export async function serveMcpOverHttp(
  options: McpScriptOptions & { readonly readOnly?: boolean },
): Promise<McpServing> {
  const script = createMcpScript(options);
  const reports: string[] = [];
  const endpoint = createMcpHttpHandler({
    runtime: script.runtime,
    readOnly: options.readOnly === true,
    report: (message) => reports.push(message),
  });
  const answer = (request: Request): Promise<Response> => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? 'nobody';
    return endpoint.handle(request, { caller: sampleCaller({ principal: `token:${token}` }) });
  };
  const listener = getRequestListener(answer);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a cast: a TCP server that listens has one
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    script,
    reports,
    async close() {
      await endpoint.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
