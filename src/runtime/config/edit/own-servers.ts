// The servers of the owner's own configuration file: read, and changed as a whole. Who may do that is asked before.
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';
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
import { canonicalJson, nearNames, sha256Hex } from '../../../text/index.ts';
import { readConfigFile } from '../read-config-file.ts';
import type { ServerEntry } from '../schema/mcp-schema.ts';
import { editServers, serversOf, type ServersEdit } from './edit-servers.ts';

export interface OwnServers {
  readonly file: ForeignFile;
  readonly entries: ReadonlyMap<string, ServerEntry>;
}

/** Throws `invalid_config` for a file that cannot be read as configuration. */
export function readOwnServers(env: Environment): OwnServers {
  const file = readForeignFile(locateConfig(env).path);
  return { file, entries: entriesOf(file.path, file.text ?? '', env) };
}

/** What the file is to hold. Throws `malformed_request`, saying what is wrong, for an entry that would not be read. */
export function ownServersText({ file }: OwnServers, edit: ServersEdit, env: Environment): string {
  const text = editServers(file.text ?? '', edit);
  try {
    entriesOf(file.path, text, env);
  } catch (cause) {
    // It was readable before: what is wrong is what was to be written, and its lines are in no file.
    if (!isCapabilityError(cause) || cause.code !== 'invalid_config') throw cause;
    throw new CapabilityError('malformed_request', unplaced(cause, file.path));
  }
  return text;
}

/** By name, what each server says in the text of the owner's configuration. */
export function ownServerHashes(text: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(serversOf(text)).map(([name, entry]) => [name, sha256Hex(canonicalJson(entry))]));
}

/** Without file, line and column, and without what every entry is under. */
export function unplaced({ message }: CapabilityError, path: string): string {
  const told = message.split('\n').map((line) => {
    const rest = line.startsWith(`${path}:`) ? line.slice(path.length + 1).replace(/^\d+:\d+: /, '') : line;
    return rest.trim();
  });
  return `Nothing was written. ${told.join(' ')}`;
}

/** A change that was checked and is not made yet. */
export interface PreparedChange {
  readonly file: string;
  readonly entry: ServerEntry;
  make(): void;
}

/** Throws `malformed_request` for a name that is taken, and for a credential that is written out. */
export function prepareAddition(name: string, entry: ServerEntry, env: Environment): PreparedChange {
  const own = readOwnServers(env);
  if (own.entries.has(name))
    throw new CapabilityError(
      'malformed_request',
      `${own.file.path} has a server named ${JSON.stringify(name)} already. Remove it first, or choose another name.`,
    );
  refuseCredentials(entry);
  return prepared(own, { edit: { add: { [name]: entry }, remove: [] }, entry }, env);
}

/** Throws `malformed_request` where there is none of that name in it. */
export function prepareRemoval(name: string, env: Environment): PreparedChange {
  const own = readOwnServers(env);
  const entry = own.entries.get(name);
  if (entry === undefined) throw noSuchServer(own.file.path, name, [...own.entries.keys()]);
  return prepared(own, { edit: { add: {}, remove: [name] }, entry }, env);
}

export function noSuchServer(file: string, name: string, names: readonly string[]): CapabilityError {
  const [near] = nearNames(name, names, 1);
  const hint = near === undefined ? 'Servers of other files are removed there.' : `Did you mean ${near}?`;
  const shown = JSON.stringify(name.slice(0, 80));
  return new CapabilityError('malformed_request', `${file} has no server named ${shown}. ${hint}`);
}

interface Change {
  readonly edit: ServersEdit;
  readonly entry: ServerEntry;
}

function prepared(own: OwnServers, { edit, entry }: Change, env: Environment): PreparedChange {
  const text = ownServersText(own, edit, env);
  return { file: own.file.path, entry, make: () => changeForeignFile(own.file, text) };
}

/** Whoever typed it has it in a history; the file would be the next place. */
function refuseCredentials({ env = {}, headers = {} }: ServerEntry): void {
  const [name] = Object.entries({ ...env, ...headers })
    .filter(([key, value]) => typeof value === 'string' && value !== '' && isCredential(key))
    .map(([key]) => key);
  if (name === undefined) return;
  const flag = Object.hasOwn(env, name) ? `--env '${name}={secret NAME}'` : `--header '${name}: {secret NAME}'`;
  throw new CapabilityError(
    'malformed_request',
    `${name} looks like a credential, and its value would stand in the file. Store it: gatehouse secrets set NAME; then name that secret, as ${flag}.`,
  );
}

function entriesOf(file: string, text: string, env: Environment): ReadonlyMap<string, ServerEntry> {
  const surroundings = { workspace: '/', userFolder: userFolder(env), home: locateHome(env) };
  const { settings } = readConfigFile({ file, text, ownerFile: null, surroundings, patterns: null });
  return new Map(Object.entries(settings.mcp?.servers ?? {}));
}
