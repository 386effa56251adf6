// Cursor: one file of the user and one of each project.
import { join } from 'node:path';
import { userFolder } from '../../../host/index.ts';
import { commonEntry, commonFields, type Client } from '../client.ts';

export const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  files: ({ env, workspace }) => [
    { path: join(userFolder(env), '.cursor', 'mcp.json'), scope: 'user', format: 'json', maps: [['mcpServers']] },
    { path: join(workspace, '.cursor', 'mcp.json'), scope: 'project', format: 'json', maps: [['mcpServers']] },
  ],
  workspaceWord: '${workspaceFolder}',
  variables: 'colon',
  fields: {
    ...commonFields,
    envFile: { stays: 'its variables come from a file; put them into env, or into `gatehouse secrets set`' },
    auth: { left: 'signing in is done here: gatehouse mcp-servers list says how' },
  },
  entryOf: commonEntry,
};
