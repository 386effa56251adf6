// opencode: a map `mcp` in its settings, where a program is one list with its arguments.
import { join } from 'node:path';
import { type Client, type ClientFile } from '../client.ts';
import { xdgFolder } from '../config-folder.ts';

export const opencode: Client = {
  id: 'opencode',
  title: 'opencode',
  files(place) {
    const user = join(xdgFolder(place), 'opencode');
    const named = place.env['OPENCODE_CONFIG'];
    return [
      ...(named ? [file(named, 'user')] : []),
      file(join(user, 'opencode.json'), 'user'),
      file(join(user, 'opencode.jsonc'), 'user'),
      file(join(place.workspace, 'opencode.json'), 'project'),
      file(join(place.workspace, 'opencode.jsonc'), 'project'),
    ];
  },
  workspaceWord: null,
  variables: 'braces',
  fields: {
    type: 'type',
    command: 'commandLine',
    environment: 'env',
    cwd: 'cwd',
    url: 'url',
    headers: 'headers',
    enabled: 'enabled',
    timeout: 'startTimeoutMs',
    oauth: { left: 'signing in is done here: gatehouse mcp-servers list says how' },
  },
  entryOf: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    enabled: true,
  }),
};

function file(path: string, scope: ClientFile['scope']): ClientFile {
  return { path, scope, format: 'json', maps: [['mcp']] };
}
