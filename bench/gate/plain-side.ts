// The baseline: the same tools on a server of the plain MCP SDK, called by its client over its pair of transports in memory.
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { argumentsOf, parameters, resultText, toolName, tools } from './tool.ts';

export interface PlainSide {
  call(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openPlainSide(size: { readonly tools: number }): Promise<PlainSide> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (const { name, title, description } of tools(size.tools)) {
    server.registerTool(name, { title, description, inputSchema: fromJsonSchema(parameters) }, () => ({
      content: [{ type: 'text', text: resultText }],
    }));
  }
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  let calls = 0;
  return {
    async call() {
      const result = await client.callTool({ name: toolName, arguments: argumentsOf(calls++) });
      if (result.isError === true) throw new Error('A plain call came back with an error.');
      return result;
    },
    close: () => client.close(),
  };
}
