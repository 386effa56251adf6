// The names under which tools of servers are called here: by server and tool alone, so that nothing depends on which server came first.
import { offeredTools, type OfferedTool } from '../../../contract/index.ts';
import { canonicalJson, sha256Hex } from '../../../text/index.ts';
import type { ServerSpec } from '../spec/server-spec.ts';

const maxChars = 64;
const hashChars = 8;

/** The beginning of the names of a server's tools. */
export function serverPrefix(server: string): string {
  return `mcp_${plain(server)}_`;
}

/**
 * `mcp_<server>_<tool>`. Where letters had to be replaced, the name is too long, or it reads like one of a tool of another configured
 * server, or is one that Gatehouse has for each server, a hash of both names ends it.
 */
export function exposedName(server: string, tool: string, servers: readonly string[]): string {
  const whole = `${serverPrefix(server)}${plain(tool)}`;
  const isExact = plain(server) === server && plain(tool) === tool && !isOffered(tool);
  if (isExact && whole.length <= maxChars && !readsLikeAnother(server, whole, servers)) return whole;
  return hashedName(server, tool);
}

/** Of a tool that Gatehouse has for the server. */
export function offeredName(server: string, tool: OfferedTool, servers: readonly string[]): string {
  const whole = `${serverPrefix(server)}${tool}`;
  const isFree = plain(server) === server && !readsLikeAnother(server, whole, servers);
  return isFree ? whole : hashedName(server, tool, 'offered');
}

function isOffered(tool: string): boolean {
  return offeredTools.some((offered) => offered === tool);
}

function hashedName(server: string, tool: string, ...more: readonly string[]): string {
  const whole = `${serverPrefix(server)}${plain(tool)}`;
  const hash = sha256Hex(canonicalJson([server, tool, ...more])).slice(0, hashChars);
  return `${whole.slice(0, maxChars - hashChars - 1)}_${hash}`;
}

/** Whether a tool can be renamed to that: the name is as written or it is none. */
export function isNameFor(server: string, rename: string): boolean {
  return plain(rename) === rename && `${serverPrefix(server)}${rename}`.length <= maxChars;
}

export interface ToolNames {
  readonly name: string;
  /** The name that it would have: rules that were written for it go on holding. */
  readonly aliases: readonly string[];
}

/** By the configuration alone: a name that the operator gave to a tool is that tool's, whatever else the server calls so, now or later. */
export function namesFor(
  { name: server, tools }: Pick<ServerSpec, 'name' | 'tools'>,
  servers: readonly string[],
): (tool: string) => ToolNames {
  const renames = new Map(tools.flatMap(({ tool, rename }) => (rename === null ? [] : [[tool, rename] as const])));
  const given = new Set(renames.values());
  return (tool) => {
    const rename = renames.get(tool);
    const name = exposedName(server, rename ?? tool, servers);
    if (rename === undefined) return { name: given.has(tool) ? hashedName(server, tool) : name, aliases: [] };
    const before = exposedName(server, tool, servers);
    return { name, aliases: given.has(tool) || before === name ? [] : [before] };
  };
}

/** `mcp_a_b_c` is the tool c of a server a_b where there is one. */
function readsLikeAnother(server: string, name: string, servers: readonly string[]): boolean {
  return longerPrefixes(server, servers).some((prefix) => name.startsWith(prefix));
}

/** Asked for each tool of each server, and the same for all tools of one. */
const known = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Of the other servers whose names begin as those of this one do. */
function longerPrefixes(server: string, servers: readonly string[]): readonly string[] {
  const byServer = known.get(servers) ?? new Map<string, readonly string[]>();
  known.set(servers, byServer);
  const own = serverPrefix(server);
  const found =
    byServer.get(server) ?? servers.map(serverPrefix).filter((prefix) => prefix !== own && prefix.startsWith(own));
  byServer.set(server, found);
  return found;
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
