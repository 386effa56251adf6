// Gemini CLI: a map in its settings, of the user and of a project.
import { join } from 'node:path';
import { userFolder } from '../../../host/index.ts';
import { commonEntry, commonFields, type Client } from '../client.ts';

const signIn = { left: 'signing in is done here: gatehouse mcp-servers list says how' } as const;

export const geminiCli: Client = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  files: ({ env, workspace }) => [
    {
      path: join(env['GEMINI_CLI_HOME'] || userFolder(env), '.gemini', 'settings.json'),
      scope: 'user',
      format: 'json',
      maps: [['mcpServers']],
    },
    { path: join(workspace, '.gemini', 'settings.json'), scope: 'project', format: 'json', maps: [['mcpServers']] },
  ],
  workspaceWord: null,
  variables: 'dollar',
  fields: {
    ...commonFields,
    httpUrl: 'url',
    tcp: { stays: 'WebSockets are not spoken here' },
    timeout: 'timeoutMs',
    includeTools: 'include',
    excludeTools: 'exclude',
    trust: { left: 'what runs unasked is said by rules: gatehouse policy add allow --tool NAME' },
    description: 'nothing',
    extension: 'nothing',
    oauth: signIn,
    authProviderType: {
      stays: 'it signs in with Google credentials, which is not spoken here',
      unless: 'dynamic_discovery',
    },
    targetAudience: signIn,
    targetServiceAccount: signIn,
  },
  entryOf: commonEntry,
};
