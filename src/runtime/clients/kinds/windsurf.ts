// Windsurf: one file of the user; the address of a server is its `serverUrl`.
import { join } from 'node:path';
import { userFolder } from '../../../host/index.ts';
import { commonEntry, commonFields, type Client } from '../client.ts';

export const windsurf: Client = {
  id: 'windsurf',
  title: 'Windsurf',
  files: ({ env }) => [
    {
      path: join(userFolder(env), '.codeium', 'windsurf', 'mcp_config.json'),
      scope: 'user',
      format: 'json',
      maps: [['mcpServers']],
    },
  ],
  // It starts programs wherever it was started itself.
  workspaceWord: '',
  variables: 'colon',
  fields: {
    ...commonFields,
    serverUrl: 'url',
    disabledTools: 'exclude',
    alwaysAllow: { left: 'what runs unasked is said by rules: gatehouse policy add allow --tool NAME' },
  },
  entryOf: commonEntry,
};
