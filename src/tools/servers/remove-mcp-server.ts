// Tool: takes an MCP server out of the configuration, as the owner answered. Its tools go at once.
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../contract/index.ts';
import { project, serverName } from './server-name.ts';

export const removeMcpServer = defineTool({
  name: 'remove_mcp_server',
  title: 'Remove an MCP server',
  description: 'Remove a configured MCP server and its tools. The owner answers each time.',
  mode: 'mcp_manage',
  category: 'system',
  risk: 'high',
  effects: ['administrative'],
  alwaysAsk: true,
  timeoutMs: 15_000,
  input: z.strictObject({ name: serverName.describe('As list_mcp_servers tells it.'), project }),
  targets: [{ pointer: '/name', kind: 'name', action: 'remove' }],
  needs: ['servers'],
  whenToUse: 'When the person asked to be rid of a server.',
  examples: [{ description: 'The server files', arguments: { name: 'files' } }],
  failureModes: [
    'No server of that name in that file: refused with the nearest name, nobody is asked. list_mcp_servers tells where each is written.',
    'Frozen (--frozen): refused.',
    'The owner says no, or does not answer in time.',
  ],
  async run({ name, project: inProject }, context): Promise<ToolResult> {
    const { file, isTaken } = await context.ports.servers.remove({ name, project: inProject });
    const rest = isTaken ? 'Its tools are gone.' : 'It is not taken up here; the owner sees why with: gatehouse doctor';
    return {
      blocks: [{ type: 'text', text: `${name} is taken out of ${file}. ${rest}` }],
      structured: { name, file, taken_up: isTaken },
    };
  },
});
