// From what the files say of MCP servers to what is started and dialled.
import { join } from 'node:path';
import type { NamedValue, NamedValues, ServerReach, ServerSpec, ToolSettings } from '../../../sources/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import { resolveFolder, type Surroundings } from '../resolve-folder.ts';
import { readDuration } from '../schema/duration.ts';
import type { NamedEntry, ServerEntry, ToolEntry } from '../schema/mcp-schema.ts';
import { serverDefaults } from './server-defaults.ts';

/** In order of name within each file, so that nothing depends on who wrote them in which order. */
export function settleServers(
  mcp: ConfigFile['mcp'] = {},
  project: readonly ServerSpec[],
  surroundings: Surroundings,
): readonly ServerSpec[] {
  const own = Object.entries(mcp.servers ?? {}).map(([name, entry]) => settleServer(name, entry, surroundings));
  return [...own.toSorted(byName), ...project.toSorted(byName)];
}

function byName(left: ServerSpec, right: ServerSpec): number {
  return left.name < right.name ? -1 : 1;
}

type Folders = Omit<Surroundings, 'home'>;

/** One of the owner's own file. */
export function settleServer(name: string, entry: ServerEntry, surroundings: Folders): ServerSpec {
  return {
    name,
    from: 'your own configuration',
    reach: reachOf(entry, surroundings.userFolder),
    expands: false,
    include: entry.include ?? serverDefaults.include,
    exclude: entry.exclude ?? serverDefaults.exclude,
    timeoutMs: durationOr(entry.timeout, serverDefaults.timeoutMs),
    startTimeoutMs: durationOr(entry.startTimeout, serverDefaults.startTimeoutMs),
    policyClass: entry.policyClass ?? serverDefaults.policyClass,
    hidden: entry.hidden ?? serverDefaults.hidden,
    trustReadOnly: entry.trustReadOnly ?? serverDefaults.trustReadOnly,
    disabled: entry.disabled ?? serverDefaults.disabled,
    roots: rootsOf(entry.roots, surroundings),
    sampling: entry.sampling ?? serverDefaults.sampling,
    tools: settleTools(entry.tools),
    oauth: loginOf(entry.oauth),
  };
}

/** `true` is the workspace that Gatehouse works in. */
function rootsOf(roots: ServerEntry['roots'], surroundings: Folders): readonly string[] {
  if (roots === true) return [surroundings.workspace];
  if (roots === undefined || roots === false) return serverDefaults.roots;
  return roots.map((folder) => resolveFolder(folder, surroundings)).filter((folder) => folder !== null);
}

function settleTools(entries: Readonly<Record<string, ToolEntry>> = {}): readonly ToolSettings[] {
  const settings = Object.entries(entries).map(([tool, entry]) => ({
    tool,
    rename: entry.rename ?? null,
    description: entry.description ?? null,
    policyClass: entry.policyClass ?? null,
    hidden: entry.hidden ?? null,
    timeoutMs: entry.timeout === undefined ? null : readDuration(entry.timeout),
    trustReadOnly: entry.trustReadOnly ?? null,
  }));
  return settings.toSorted((left, right) => (left.tool < right.tool ? -1 : 1));
}

/** Not in the workspace unless that is said: there a checkout would decide which program a name such as `npx something` means. */
function reachOf(entry: ServerEntry, userFolder: string): ServerReach {
  const { command, args = [], env, passEnv = [], cwd = '~', url, headers } = entry;
  const directory = cwd.startsWith('~') ? join(userFolder, cwd.slice(1)) : cwd;
  return url === undefined
    ? { kind: 'program', argv: [command ?? '', ...args], directory, env: valuesOf(env), passEnv }
    : { kind: 'web', url, headers: valuesOf(headers) };
}

function loginOf({ clientId, clientSecret, issuer, scopes, redirectUri }: NonNullable<ServerEntry['oauth']> = {}) {
  return {
    clientId: clientId ?? null,
    clientSecret: clientSecret?.secret ?? null,
    issuer: issuer ?? null,
    scopes: scopes ?? null,
    redirectUri: redirectUri ?? null,
  };
}

export function valuesOf(entries: Readonly<Record<string, NamedEntry>> = {}): NamedValues {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, valueOf(entry)]));
}

function valueOf(entry: NamedEntry): NamedValue {
  if (typeof entry === 'string') return { text: entry };
  return { ...entry, prefix: entry.prefix ?? '' };
}

function durationOr(text: string | undefined, otherwise: number): number {
  return text === undefined ? otherwise : (readDuration(text) ?? otherwise);
}
