// Which servers behind Gatehouse offer something to this caller, and by which tools it is had: those that the caller may see.
import { offeredTag, offeredTools, type Caller, type OfferedTool, type Runtime } from '../../../contract/index.ts';

/** In order of name: the tools of each by what they are for. */
export type OfferingServers = ReadonlyMap<string, ReadonlyMap<OfferedTool, string>>;

export async function offeringServers(runtime: Pick<Runtime, 'tools'>, caller: Caller): Promise<OfferingServers> {
  const servers = new Map<string, Map<OfferedTool, string>>();
  for (const { name, source, tags } of await runtime.tools(caller, { kind: 'mcp' })) {
    const offered = offeredTools.find((tool) => tags.includes(offeredTag(tool)));
    if (offered === undefined) continue;
    const tools = servers.get(source) ?? new Map<OfferedTool, string>();
    servers.set(source, tools.set(offered, name));
  }
  return new Map([...servers].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function withTool(servers: OfferingServers, tool: OfferedTool): readonly string[] {
  return [...servers].flatMap(([server, tools]) => (tools.has(tool) ? [server] : []));
}
