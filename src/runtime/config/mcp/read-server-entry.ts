// One entry of a map `mcpServers` as clients write it: a program with arguments and variables, or an address with headers.
import type { NamedValue, NamedValues, ServerReach } from '../../../sources/index.ts';

export type Entry = Readonly<Record<string, unknown>>;

/** Why it cannot be read, where it cannot. A program runs in `directory`. */
export function readServerEntry(entry: unknown, directory: string): ServerReach | string {
  if (!isPlainMap(entry)) return 'it is no map';
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

function readAddress({ url, headers = {}, type }: Entry): ServerReach | string {
  if (!isText(url) || !/^(?:https?:\/\/|\$\{)/i.test(url))
    return 'it has neither a command nor the url of a web server';
  const values = readValues(headers);
  if (values === null) return 'headers is no map of texts';
  return { kind: 'web', url, headers: values, ...(type === 'sse' ? { transport: 'sse' as const } : {}) };
}

function readValues(value: unknown): NamedValues | null {
  if (!isPlainMap(value)) return null;
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

export function isPlainMap(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
