// Codex: tables of a TOML file of the user, and of a project.
import { join } from 'node:path';
import { userFolder } from '../../../host/index.ts';
import { commonEntry, type Client } from '../client.ts';

const signIn = { left: 'signing in is done here: gatehouse mcp-servers list says how' } as const;

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  files: ({ env, workspace }) => [
    {
      path: join(env['CODEX_HOME'] || join(userFolder(env), '.codex'), 'config.toml'),
      scope: 'user',
      format: 'toml',
      maps: [['mcp_servers']],
    },
    { path: join(workspace, '.codex', 'config.toml'), scope: 'project', format: 'toml', maps: [['mcp_servers']] },
  ],
  workspaceWord: null,
  variables: 'none',
  fields: {
    command: 'command',
    args: 'args',
    env: 'env',
    env_vars: 'passEnv',
    cwd: 'cwd',
    url: 'url',
    http_headers: 'headers',
    env_http_headers: 'headersFromEnv',
    bearer_token_env_var: 'bearerEnv',
    enabled: 'enabled',
    required: 'nothing',
    startup_timeout_sec: 'startTimeoutSeconds',
    startup_timeout_ms: 'startTimeoutMs',
    tool_timeout_sec: 'timeoutSeconds',
    enabled_tools: 'include',
    disabled_tools: 'exclude',
    scopes: signIn,
    oauth_resource: signIn,
  },
  entryOf: commonEntry,
};
