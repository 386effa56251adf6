// Reads `.mcp.json` of a trusted workspace as other programs write it. What of it cannot be read is left out and told; the rest acts.
import { dirname, join } from 'node:path';
import { readTextFile, realFolder } from '../../../host/index.ts';
import type { NamedValue, NamedValues, ServerReach, ServerSpec } from '../../../sources/index.ts';
import { escapeVisible, parseJson } from '../../../text/index.ts';
import { readProjectSettings } from './project-settings.ts';
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
}

const maxBytes = 256 * 1024;
const mostServers = 100;
/** Models read it: it holds nothing that could be more than a name. */
const namePattern = /^[A-Za-z0-9_][A-Za-z0-9 ._@/-]{0,31}$/;

export function readMcpJson(workspace: string, { trustedFolders, taken }: McpJsonPlace): McpJson {
  const path = join(workspace, '.mcp.json');
  const nothing = (...warnings: readonly string[]): McpJson => ({ path, servers: [], warnings, isUntrusted: false });
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
  const entries = isMap(json.value) ? json.value['mcpServers'] : undefined;
  if (!isMap(entries)) return nothing(`${path} does not act: it has no map mcpServers.`);
  return readEntries(Object.entries(entries), { path, folder, taken });
}

interface EntryPlace {
  readonly path: string;
  readonly folder: string;
  readonly taken: readonly string[];
}

function readEntries(entries: readonly (readonly [string, unknown])[], { path, folder, taken }: EntryPlace): McpJson {
  const servers: ServerSpec[] = [];
  const warnings: string[] = [];
  for (const [name, entry] of entries.slice(0, mostServers)) {
    const shownName = JSON.stringify(escapeVisible(name.slice(0, 80)));
    if (taken.includes(name)) {
      warnings.push(`${path}: the server ${shownName} of your own configuration holds.`);
      continue;
    }
    const reach = namePattern.test(name)
      ? readReach(entry, folder)
      : 'its name is not 1 to 32 letters, digits, spaces and . _ @ / -';
    if (typeof reach === 'string') {
      warnings.push(`${path}: the server ${shownName} is left out: ${reach}.`);
      continue;
    }
    const said = isMap(entry) ? entry : {};
    const { settings, problems } = readProjectSettings(said);
    warnings.push(...problems.map((problem) => `${path}: the server ${shownName}: ${problem}.`));
    const disabled = said['disabled'] === true;
    servers.push({ ...serverDefaults, ...settings, name, from: path, reach, expands: true, disabled });
  }
  if (entries.length > mostServers) warnings.push(`${path}: only the first ${mostServers} servers are read.`);
  return { path, servers, warnings, isUntrusted: false };
}

type Entry = Readonly<Record<string, unknown>>;

/** Why it cannot be read, where it cannot. */
function readReach(entry: unknown, directory: string): ServerReach | string {
  if (!isMap(entry)) return 'it is no map';
  if (entry['type'] === 'sse') return 'SSE is not supported; use its address for streamable HTTP';
  const { command } = entry;
  if (isText(command) && command !== '') return readProgram(command, entry, directory);
  return readAddress(entry);
}

function readProgram(command: string, { args = [], env = {} }: Entry, directory: string): ServerReach | string {
  if (!Array.isArray(args) || !args.every(isText)) return 'args is no list of texts';
  const values = readValues(env);
  if (values === null) return 'env is no map of texts';
  return { kind: 'program', argv: [command, ...args], directory, env: values, passEnv: [] };
}

function readAddress({ url, headers = {} }: Entry): ServerReach | string {
  if (!isText(url) || !/^(?:https?:\/\/|\$\{)/i.test(url))
    return 'it has neither a command nor the url of a web server';
  const values = readValues(headers);
  return values === null ? 'headers is no map of texts' : { kind: 'web', url, headers: values };
}

function readValues(value: unknown): NamedValues | null {
  if (!isMap(value)) return null;
  const entries = Object.entries(value);
  const read: [string, NamedValue][] = [];
  for (const [name, text] of entries) {
    if (!isText(text)) return null;
    read.push([name, { text }]);
  }
  return Object.fromEntries(read);
}

/** NUL would end it for the system. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function isMap(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
