// Tool: the configured MCP servers with their states and tools. It starts nothing, and says nothing that a server said.
import { z } from 'zod';
import { defineTool, type ListedServer, type ToolResult } from '../../contract/index.ts';

export const listMcpServers = defineTool({
  name: 'list_mcp_servers',
  title: 'List MCP servers',
  description: 'List configured MCP servers, their state and the names of their tools. Starts nothing.',
  // As `mcp_manage` has it for its action `list`: free in every session mode.
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  effects: [],
  ownerOnly: true,
  timeoutMs: 10_000,
  input: z.strictObject({}),
  needs: ['servers'],
  whenToUse: 'When tools of a server are missing, or before a server is added or removed.',
  examples: [{ description: 'All of them', arguments: {} }],
  failureModes: ['A server that is not accepted has no tools yet: its owner runs gatehouse mcp-servers accept NAME.'],
  async run(_args, context): Promise<ToolResult> {
    const servers = context.ports.servers.list();
    const text = servers.length === 0 ? 'No MCP servers are configured.' : servers.map(lineOf).join('\n');
    const listed = servers.map(({ name, state, from, tools, waiting }) => ({
      name,
      state,
      from,
      tools: [...tools],
      waiting,
    }));
    return { blocks: [{ type: 'text', text }], structured: { servers: listed } };
  },
});

function lineOf({ name, state, from, tools, waiting }: ListedServer): string {
  const named = tools.length === 0 ? 'no tools' : tools.join(', ');
  const isOwners = waiting > 0 || state === 'not_accepted' || state === 'changed';
  const rest = isOwners ? ` The owner has to look: gatehouse mcp-servers accept ${name}` : '';
  return `${name} (${state}, from ${from}): ${named}.${rest}`;
}
