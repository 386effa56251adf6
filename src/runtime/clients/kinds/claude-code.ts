// Claude Code: servers of the user and of each project of theirs in one file, and those a project shares in `.mcp.json`.
import { join } from 'node:path';
import { userFolder } from '../../../host/index.ts';
import { commonEntry, commonFields, type Client } from '../client.ts';

export const claudeCode: Client = {
  id: 'claude-code',
  title: 'Claude Code',
  files: ({ env, workspace }) => [
    {
      path: join(env['CLAUDE_CONFIG_DIR'] || userFolder(env), '.claude.json'),
      scope: 'user',
      format: 'json',
      maps: [['mcpServers'], ['projects', '*', 'mcpServers']],
    },
    { path: join(workspace, '.mcp.json'), scope: 'project', format: 'json', maps: [['mcpServers']] },
  ],
  workspaceWord: null,
  variables: 'dollarBraces',
  fields: {
    ...commonFields,
    timeout: 'timeoutMs',
    headersHelper: {
      stays: 'a program gives its headers; store the value with `gatehouse secrets set` and name it in headers',
    },
    oauth: { left: 'signing in is done here: gatehouse mcp-servers list says how' },
  },
  entryOf: (start) => ({ type: 'stdio', ...Object(commonEntry(start)) }),
};
