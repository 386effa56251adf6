// The sources of the owner's own configuration file: written in and taken out. Who may do that is asked before.
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';
import {
  changeForeignFile,
  locateConfig,
  locateHome,
  readForeignFile,
  userFolder,
  type Environment,
} from '../../../host/index.ts';
import { loadPatterns, nearNames } from '../../../text/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import { defaultSettings } from '../default-settings.ts';
import type { Config } from '../load-config.ts';
import { readConfigFile } from '../read-config-file.ts';
import type { SourceEntry } from '../schema/sources-schema.ts';
import { settleSource, type SourceSettings } from '../sources/settle-sources.ts';
import { editMap } from './edit-map.ts';
import { unplaced } from './own-servers.ts';

const place = ['sources'] as const;

/** A change that was checked and is not made yet. */
export interface PreparedSource {
  readonly file: string;
  readonly settings: SourceSettings;
  /** What may be fetched to look at it. */
  readonly net: Config['net'];
  make(): void;
}

/** Throws `malformed_request` for a name that is taken, and for an entry that would not be read. */
export async function prepareSource(name: string, entry: SourceEntry, env: Environment): Promise<PreparedSource> {
  const own = await readOwn(env);
  if (own.entries.has(name))
    throw new CapabilityError(
      'malformed_request',
      `${own.file.path} has a source named ${JSON.stringify(name)} already. Remove it first, or choose another name.`,
    );
  const text = editMap(own.file.text ?? '', place, { add: { [name]: entry }, remove: [] });
  try {
    await settingsOf(own.file.path, text, env);
  } catch (cause) {
    // It was readable before: what is wrong is what was to be written, and its lines are in no file.
    if (!isCapabilityError(cause) || cause.code !== 'invalid_config') throw cause;
    throw new CapabilityError('malformed_request', unplaced(cause, own.file.path));
  }
  const settings = settleSource(name, entry, { userFolder: userFolder(env) });
  return { file: own.file.path, settings, net: own.net, make: () => changeForeignFile(own.file, text) };
}

/** Throws `malformed_request` where there is none of that name in it. */
export async function prepareSourceRemoval(
  name: string,
  env: Environment,
): Promise<Omit<PreparedSource, 'settings' | 'net'>> {
  const own = await readOwn(env);
  if (!own.entries.has(name)) {
    const [near] = nearNames(name, [...own.entries.keys()], 1);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const shown = JSON.stringify(name.slice(0, 80));
    throw new CapabilityError('malformed_request', `${own.file.path} has no source named ${shown}.${hint}`);
  }
  const text = editMap(own.file.text ?? '', place, { add: {}, remove: [name] });
  return { file: own.file.path, make: () => changeForeignFile(own.file, text) };
}

async function readOwn(env: Environment) {
  const file = readForeignFile(locateConfig(env).path);
  const { sources = {}, net = {} } = await settingsOf(file.path, file.text ?? '', env);
  const { internalOrigins, allowedHosts, blockedHosts, proxy } = defaultSettings.net;
  return {
    file,
    entries: new Map<string, SourceEntry>(Object.entries(sources)),
    net: {
      internalOrigins: net.internalOrigins ?? internalOrigins,
      allowedHosts: net.allowedHosts ?? allowedHosts,
      blockedHosts: net.blockedHosts ?? blockedHosts,
      proxy: net.proxy ?? proxy,
    },
  };
}

async function settingsOf(file: string, text: string, env: Environment): Promise<ConfigFile> {
  const surroundings = { workspace: '/', userFolder: userFolder(env), home: locateHome(env) };
  const patterns = await loadPatterns();
  return readConfigFile({ file, text, ownerFile: null, surroundings, patterns }).settings;
}
