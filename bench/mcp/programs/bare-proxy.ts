// The baseline: a proxy on the same SDK that hands each call through and does nothing else. On stdio, or with `--http` on a port that it prints.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [command = '', ...args] = process.argv.slice(process.argv.indexOf('--') + 1);
const client = new Client({ name: 'bare', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
const { tools } = await client.listTools();

function factory(): Server {
  const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }) => client.callTool({ ...params }));
  return server;
}

if (process.argv.indexOf('--http') > 0) {
  const handler = createMcpHandler(factory, { legacy: 'stateless' });
  const listener = getRequestListener((request) => handler.fetch(request));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  });
} else serveStdio(factory);
