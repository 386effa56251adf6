// From what the file says of a program whose commands are tools to what is read and run.
import { join } from 'node:path';
import { defaultTimeoutMs, type CliSettings, type ToolSelection } from '../../../sources/index.ts';
import { valuesOf } from '../mcp/settle-servers.ts';
import type { Surroundings } from '../resolve-folder.ts';
import { readDuration } from '../schema/duration.ts';
import type { CliEntry, SelectionEntry } from '../schema/sources/cli-schema.ts';

export interface CliSource {
  readonly kind: 'cli';
  readonly name: string;
  readonly disabled: boolean;
  readonly as: NonNullable<CliEntry['as']>;
  /** Absolute path of what describes its commands; null where the program is asked. */
  readonly spec: string | null;
  readonly settings: CliSettings;
}

type Folders = Pick<Surroundings, 'userFolder'>;

export function settleCli(name: string, entry: CliEntry, folders: Folders): CliSource {
  const [program = '', ...args] = typeof entry.command === 'string' ? [entry.command] : entry.command;
  return {
    kind: 'cli',
    name,
    disabled: entry.disabled ?? false,
    as: entry.as ?? 'fisk',
    spec: entry.spec === undefined ? null : atHome(entry.spec, folders),
    settings: { source: name, argv: [atHome(program, folders), ...args], ...settingsOf(entry) },
  };
}

export function atHome(path: string, { userFolder }: Folders): string {
  return path.startsWith('~/') ? join(userFolder, path.slice(1)) : path;
}

function settingsOf(entry: CliEntry): Omit<CliSettings, 'source' | 'argv'> {
  const timeouts = Object.entries(entry.timeouts ?? {});
  return {
    prefix: entry.prefix ?? '',
    include: selectionOf(entry.include),
    exclude: selectionOf(entry.exclude),
    globalFlags: entry.globalFlags ?? [],
    confirmTags: entry.confirmTags ?? [],
    readOnly: selectionOf(entry.readOnly),
    sandbox: entry.sandbox ?? 'off',
    hosts: entry.hosts ?? [],
    directory: entry.workingDir ?? '.',
    timeoutMs: timeoutOf(entry.timeout),
    timeoutsMs: Object.fromEntries(timeouts.map(([tool, timeout]) => [tool, timeoutOf(timeout)])),
    env: valuesOf(entry.env),
    passEnv: entry.passEnv ?? [],
  };
}

function timeoutOf(timeout: string | undefined): number {
  return (timeout === undefined ? null : readDuration(timeout)) ?? defaultTimeoutMs;
}

function selectionOf(entry: SelectionEntry | undefined): ToolSelection | null {
  return entry === undefined ? null : { tools: entry.tools ?? [], tags: entry.tags ?? [] };
}
