// The server behind every proxy of the measurement: one tool that answers at once. On stdio, or with `--http` on a port that it prints.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [count = '1'] = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const inputSchema = fromJsonSchema({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] });

function factory(): McpServer {
  const server = new McpServer({ name: 'answering', version: '1' });
  for (let at = 0; at < Number(count); at++)
    server.registerTool(
      at === 0 ? 'answer' : `answer_${at}`,
      { description: 'Answers at once.', inputSchema, annotations: { readOnlyHint: true } },
      () => ({ content: [{ type: 'text', text: 'Done.' }] }),
    );
  return server;
}

if (process.argv.includes('--http')) {
  const handler = createMcpHandler(factory, { legacy: 'stateless' });
  const listener = getRequestListener((request) => handler.fetch(request));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  });
} else serveStdio(factory);
