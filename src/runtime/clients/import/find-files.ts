// Which files an import is about: those of all clients, of those that were named, or the very files that were named.
import { basename, resolve } from 'node:path';
import { CapabilityError } from '../../../contract/index.ts';
import { readForeignFile } from '../../../host/index.ts';
import { allClients, clientNamed } from '../all-clients.ts';
import type { ClientPlace } from '../client.ts';
import { editorOf } from '../edit/edit-file.ts';
import type { FoundFile } from './plan-import.ts';

/** A file of a project is looked at where it is named alone: whoever wrote it is not who starts what stands in it. */
export function findFiles(targets: readonly string[], place: ClientPlace, cwd: string): readonly FoundFile[] {
  const all = allClients.flatMap((client) => client.files(place).map((file) => ({ client, file })));
  const ofUser = all.filter(({ file }) => file.scope === 'user');
  if (targets.length === 0) return ofUser;
  return targets.flatMap((target) => {
    if (allClients.some(({ id }) => id === target)) return ofUser.filter(({ client }) => client.id === target);
    if (!/[./\\]/.test(target)) clientNamed(target);
    const path = resolve(cwd, target);
    return [all.find(({ file }) => file.path === path) ?? unknownFile(path, place)];
  });
}

/** By the map of servers in it, or by its name. */
function unknownFile(path: string, place: ClientPlace): FoundFile {
  const { text } = readForeignFile(path);
  if (text === null) throw new CapabilityError('malformed_request', `${path} is not there.`);
  const format = path.endsWith('.toml') ? 'toml' : 'json';
  const kinds = ['codex', 'opencode', 'vscode', 'gemini-cli', 'claude-code'].flatMap((id) => {
    const client = clientNamed(id);
    const [file] = client.files(place);
    return file === undefined || file.format !== format
      ? []
      : [{ client, file: { ...file, path, scope: 'user' as const, maps: file.maps.slice(0, 1) } }];
  });
  const fitting = kinds.filter(({ file }) => editorOf(file).read({ path, text }, file.maps).length > 0);
  const found = (
    basename(path) === 'settings.json' ? fitting : fitting.filter(({ client }) => client.id !== 'gemini-cli')
  )[0];
  if (found !== undefined) return found;
  throw new CapabilityError(
    'malformed_request',
    `${path} holds no MCP servers as a client writes them (mcpServers, servers, mcp or [mcp_servers.NAME]).`,
  );
}
