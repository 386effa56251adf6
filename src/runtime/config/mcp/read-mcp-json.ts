// Reads `.mcp.json` of a trusted workspace as other programs write it. What of it cannot be read is left out and told; the rest acts.
import { dirname, join } from 'node:path';
import { readTextFile, realFolder } from '../../../host/index.ts';
import { serverPrefix, type ServerSpec } from '../../../sources/index.ts';
import { escapeVisible, parseJson } from '../../../text/index.ts';
import { isOwnEntry } from './own-entry.ts';
import { readProjectSettings } from './project-settings.ts';
import { isPlainMap, readServerEntry } from './read-server-entry.ts';
import { serverDefaults } from './server-defaults.ts';

export interface McpJson {
  readonly path: string;
  readonly servers: readonly ServerSpec[];
  readonly warnings: readonly string[];
  /** It is there and does not act, since the folder is not trusted. */
  readonly isUntrusted: boolean;
}

export interface McpJsonPlace {
  /** Real paths of the folders whose files the owner lets act. */
  readonly trustedFolders: readonly string[];
  /** Names that the owner's own file has. */
  readonly taken: readonly string[];
  /** Names of the owner's sources: profiles and records name either by that alone. */
  readonly sources: readonly string[];
}

const maxBytes = 256 * 1024;
const mostServers = 100;
/** Models read it: it holds nothing that could be more than a name. */
const namePattern = /^[A-Za-z0-9_][A-Za-z0-9 ._@/-]{0,31}$/;

/** Whatever lies there. */
export function noMcpJson(workspace: string): McpJson {
  return { path: join(workspace, '.mcp.json'), servers: [], warnings: [], isUntrusted: false };
}

export function readMcpJson(workspace: string, { trustedFolders, taken, sources }: McpJsonPlace): McpJson {
  const none = noMcpJson(workspace);
  const { path } = none;
  const nothing = (...warnings: readonly string[]): McpJson => ({ ...none, warnings });
  const file = readTextFile(path, maxBytes);
  if (file.kind === 'absent') return nothing();
  const folder = realFolder(workspace);
  if (folder === null || !trustedFolders.includes(folder)) return { ...nothing(), isUntrusted: true };
  if (file.kind === 'unreadable') return nothing(`${path} does not act: it ${file.problem}.`);
  if (dirname(file.realPath) !== folder)
    return nothing(
      `${path} does not act: it is a link, and only its own folder is trusted. Put the file itself there.`,
    );
  const json = parseJson(file.text);
  if (!json.ok) return nothing(`${path} does not act: ${json.problem.message}`);
  const entries = isPlainMap(json.value) ? json.value['mcpServers'] : undefined;
  if (!isPlainMap(entries)) return nothing(`${path} does not act: it has no map mcpServers.`);
  return readEntries(Object.entries(entries), { path, folder, taken, sources });
}

/**
 * Names of tools that begin like those of a server of the owner would be matched by the owner's rules and profiles, and a tool of the owner that
 * read like one of them would be called otherwise.
 */
function nameProblem(name: string, { taken, sources }: Pick<EntryPlace, 'taken' | 'sources'>): string | null {
  if (!namePattern.test(name)) return 'its name is not 1 to 32 letters, digits, spaces and . _ @ / -';
  if (sources.includes(name)) return 'a source of your own configuration has its name; give it another name';
  const owners = taken.find((own) => serverPrefix(name).startsWith(serverPrefix(own)));
  if (owners === undefined) return null;
  return `its tools would be named like those of the server ${owners} of your own configuration; give it another name`;
}

interface EntryPlace {
  readonly path: string;
  readonly folder: string;
  readonly taken: readonly string[];
  readonly sources: readonly string[];
}

function readEntries(entries: readonly (readonly [string, unknown])[], place: EntryPlace): McpJson {
  const { path, folder, taken } = place;
  const servers: ServerSpec[] = [];
  const warnings: string[] = [];
  for (const [name, entry] of entries.slice(0, mostServers)) {
    // In its own place it would start itself without end.
    if (isOwnEntry(entry)) continue;
    const shownName = JSON.stringify(escapeVisible(name.slice(0, 80)));
    if (taken.includes(name)) {
      warnings.push(`${path}: the server ${shownName} of your own configuration holds.`);
      continue;
    }
    const reach = nameProblem(name, place) ?? readServerEntry(entry, folder);
    if (typeof reach === 'string') {
      warnings.push(`${path}: the server ${shownName} is left out: ${reach}.`);
      continue;
    }
    const said = isPlainMap(entry) ? entry : {};
    const { settings, problems } = readProjectSettings(said);
    warnings.push(...problems.map((problem) => `${path}: the server ${shownName}: ${problem}.`));
    servers.push({ ...serverDefaults, ...settings, name, from: path, reach, expands: true });
  }
  if (entries.length > mostServers) warnings.push(`${path}: only the first ${mostServers} servers are read.`);
  return { path, servers, warnings, isUntrusted: false };
}
