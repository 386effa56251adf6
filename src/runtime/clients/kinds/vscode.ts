// VS Code: `mcp.json` of the user and of a workspace, with questions in `inputs`, and the older place in `settings.json`.
import { join } from 'node:path';
import { commonEntry, commonFields, type Client } from '../client.ts';
import { applicationFolder } from '../config-folder.ts';

export const vscode: Client = {
  id: 'vscode',
  title: 'VS Code',
  files(place) {
    const user = join(applicationFolder(place), 'Code', 'User');
    const project = join(place.workspace, '.vscode');
    return [
      { path: join(user, 'mcp.json'), scope: 'user', format: 'json', maps: [['servers']] },
      { path: join(user, 'settings.json'), scope: 'user', format: 'json', maps: [['mcp', 'servers']] },
      { path: join(project, 'mcp.json'), scope: 'project', format: 'json', maps: [['servers']] },
      { path: join(project, 'settings.json'), scope: 'project', format: 'json', maps: [['mcp', 'servers']] },
    ];
  },
  workspaceWord: null,
  variables: 'colon',
  fields: {
    ...commonFields,
    envFile: { stays: 'its variables come from a file; put them into env, or into `gatehouse secrets set`' },
    dev: 'nothing',
    gallery: 'nothing',
    version: 'nothing',
    sandboxEnabled: { left: 'its sandbox is one of VS Code' },
    sandbox: { left: 'its sandbox is one of VS Code' },
  },
  entryOf: (start) => ({ type: 'stdio', ...Object(commonEntry(start)) }),
};
