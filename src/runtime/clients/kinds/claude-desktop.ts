// Claude Desktop: programs alone, in one file of the user.
import { join } from 'node:path';
import { commonEntry, commonFields, type Client } from '../client.ts';
import { applicationFolder } from '../config-folder.ts';

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  files: (place) => [
    {
      path: join(applicationFolder(place), 'Claude', 'claude_desktop_config.json'),
      scope: 'user',
      format: 'json',
      maps: [['mcpServers']],
    },
  ],
  // It starts programs wherever it was started itself.
  workspaceWord: '',
  variables: 'none',
  fields: commonFields,
  entryOf: commonEntry,
};
