// The servers of `.mcp.json` of a trusted workspace: changed as the owner answered, in the words of other programs.
import { dirname, join } from 'node:path';
import { CapabilityError } from '../../contract/index.ts';
import { changeForeignFile, readForeignFile, realFolder, type ForeignFile } from '../../host/index.ts';
import type { ServerReach } from '../../sources/index.ts';
import { parseJson } from '../../text/index.ts';
import { jsonEditor } from '../clients/edit/edit-json.ts';
import type { MapChange } from '../clients/edit/server-maps.ts';
import { readServerEntry } from '../config/mcp/read-server-entry.ts';
import type { NamedEntry, ServerEntry } from '../config/schema/mcp-schema.ts';
import { noSuchServer } from '../config/edit/own-servers.ts';

export interface ProjectFolder {
  readonly workspace: string;
  /** Real paths. */
  readonly trustedFolders: readonly string[];
}

export interface PreparedProjectChange {
  readonly file: string;
  readonly reach: ServerReach;
  make(): void;
}

const path = ['mcpServers'];

/** Throws where it would not be read from there, and `malformed_request` for a name that is taken and for what the file cannot say. */
export function prepareProjectAddition(name: string, entry: ServerEntry, place: ProjectFolder): PreparedProjectChange {
  const { file, folder, entries } = openProject(place);
  if (entries.has(name))
    throw new CapabilityError('malformed_request', `${file.path} has a server named ${JSON.stringify(name)} already.`);
  const written = projectEntry(entry);
  return prepared(file, { remove: [], put: { path, name, entry: written } }, reachOf(written, folder));
}

/** Throws `malformed_request` where there is none of that name in it. */
export function prepareProjectRemoval(name: string, place: ProjectFolder): PreparedProjectChange {
  const { file, folder, entries } = openProject(place);
  const entry = entries.get(name);
  if (entry === undefined) throw noSuchServer(file.path, name, [...entries.keys()]);
  return prepared(file, { remove: [{ path, names: [name] }], put: null }, reachOf(entry, folder));
}

function prepared(file: ForeignFile, change: MapChange, reach: ServerReach): PreparedProjectChange {
  const text = jsonEditor.change({ path: file.path, text: file.text ?? '' }, change);
  return { file: file.path, reach, make: () => changeForeignFile(file, text) };
}

function openProject({ workspace, trustedFolders }: ProjectFolder) {
  const file = readForeignFile(join(workspace, '.mcp.json'));
  const folder = realFolder(workspace);
  if (folder === null || !trustedFolders.includes(folder))
    throw new CapabilityError(
      'not_permitted',
      `${file.path} does not act, since this folder is not trusted. Its owner reads it and runs: gatehouse trust. Or leave project out.`,
    );
  if (file.text !== null && dirname(file.realPath) !== folder)
    throw new CapabilityError('not_permitted', `${file.path} is a link: it does not act and is not changed.`);
  const json = file.text === null ? null : parseJson(file.text);
  if (json?.ok === false) throw new CapabilityError('invalid_config', `${file.path}: ${json.problem.message}`);
  const [map] = file.text === null ? [] : jsonEditor.read({ path: file.path, text: file.text }, [path]);
  return { file, folder, entries: map?.entries ?? new Map<string, unknown>() };
}

function reachOf(entry: unknown, folder: string): ServerReach {
  const reach = readServerEntry(entry, folder);
  if (typeof reach === 'string') throw new CapabilityError('malformed_request', `It would be left out: ${reach}.`);
  return reach;
}

function projectEntry({ command, args, env = {}, url, headers = {} }: ServerEntry) {
  if (url !== undefined) return { type: 'http', url: literal(url), headers: textsOf(headers) };
  return { command: literal(command ?? ''), args: (args ?? []).map(literal), env: textsOf(env) };
}

function textsOf(values: Readonly<Record<string, NamedEntry>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: NamedEntry): string {
  if (typeof value === 'string') return literal(value);
  if ('env' in value) return `${literal(value.prefix ?? '')}\${${value.env}}`;
  throw new CapabilityError(
    'malformed_request',
    `${name}: a secret of the owner cannot be named in .mcp.json. Leave project out, or name a variable as {env NAME}.`,
  );
}

/** A text is what it was approved as: there it would stand for something else. */
function literal(text: string): string {
  if (!text.includes('${')) return text;
  throw new CapabilityError(
    'malformed_request',
    'In .mcp.json ${NAME} is a variable. In env write {env NAME}; elsewhere leave project out.',
  );
}
