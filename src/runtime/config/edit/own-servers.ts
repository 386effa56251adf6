// The servers of the owner's own configuration file: read, and changed as a whole. Who may do that is asked before.
import { CapabilityError } from '../../../contract/index.ts';
import {
  changeForeignFile,
  locateConfig,
  locateHome,
  readForeignFile,
  userFolder,
  type Environment,
  type ForeignFile,
} from '../../../host/index.ts';
import { isCredential } from '../../../sources/index.ts';
import { nearNames } from '../../../text/index.ts';
import { readConfigFile } from '../read-config-file.ts';
import type { ServerEntry } from '../schema/mcp-schema.ts';
import { editServers, type ServersEdit } from './edit-servers.ts';

export interface OwnServers {
  readonly file: ForeignFile;
  readonly entries: ReadonlyMap<string, ServerEntry>;
}

/** Throws `invalid_config` for a file that cannot be read as configuration. */
export function readOwnServers(env: Environment): OwnServers {
  const file = readForeignFile(locateConfig(env).path);
  return { file, entries: entriesOf(file.path, file.text ?? '', env) };
}

/** What the file is to hold. Throws `invalid_config`, naming the place, for an entry that would not be read. */
export function ownServersText({ file }: OwnServers, edit: ServersEdit, env: Environment): string {
  const text = editServers(file.text ?? '', edit);
  entriesOf(file.path, text, env);
  return text;
}

/** Answers the file. Throws `malformed_request` for a name that is taken, and for a credential that is written out. */
export function addOwnServer(name: string, entry: ServerEntry, env: Environment): string {
  const own = readOwnServers(env);
  if (own.entries.has(name))
    throw new CapabilityError(
      'malformed_request',
      `${own.file.path} has a server named ${JSON.stringify(name)} already. Remove it first, or choose another name.`,
    );
  refuseCredentials(entry);
  changeForeignFile(own.file, ownServersText(own, { add: { [name]: entry }, remove: [] }, env));
  return own.file.path;
}

/** Answers the file. Throws `malformed_request` where there is none of that name in it. */
export function removeOwnServer(name: string, env: Environment): string {
  const own = readOwnServers(env);
  const { path } = own.file;
  if (!own.entries.has(name)) {
    const [near] = nearNames(name, [...own.entries.keys()], 1);
    const hint = near === undefined ? 'Servers of other files are removed there.' : `Did you mean ${near}?`;
    throw new CapabilityError(
      'malformed_request',
      `${path} has no server named ${JSON.stringify(name.slice(0, 80))}. ${hint}`,
    );
  }
  changeForeignFile(own.file, ownServersText(own, { add: {}, remove: [name] }, env));
  return path;
}

/** Whoever typed it has it in a history; the file would be the next place. */
function refuseCredentials({ env = {}, headers = {} }: ServerEntry): void {
  const [name] = Object.entries({ ...env, ...headers })
    .filter(([key, value]) => typeof value === 'string' && value !== '' && isCredential(key))
    .map(([key]) => key);
  if (name === undefined) return;
  throw new CapabilityError(
    'malformed_request',
    `${name} looks like a credential, and its value would stand in the file. Store it: gatehouse secrets set NAME; then name that secret, as --env '${name}={secret NAME}' or --header '${name}: {secret NAME}'.`,
  );
}

function entriesOf(file: string, text: string, env: Environment): ReadonlyMap<string, ServerEntry> {
  const surroundings = { workspace: '/', userFolder: userFolder(env), home: locateHome(env) };
  const { settings } = readConfigFile({ file, text, ownerFile: null, surroundings });
  return new Map(Object.entries(settings.mcp?.servers ?? {}));
}
