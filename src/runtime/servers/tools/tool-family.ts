// The tools of one server in the registry: swapped together, and only where something of them is another.
import { checkTool, findMode, type Registration, type Registry } from '../../../kernel/index.ts';
import {
  describeServerTool,
  invokeServerTool,
  serverFamily,
  specFor,
  type Server,
  type ServerSpec,
  type ServerTool,
  type ToolNames,
} from '../../../sources/index.ts';

export interface FamilyNeeds {
  readonly spec: ServerSpec;
  readonly server: Server;
  readonly registry: Registry;
  readonly names: (tool: string) => ToolNames;
}

/** What was accepted: under which identity, and what the server says of itself. */
export interface FamilyPin {
  readonly identity: string;
  readonly about: string;
}

export interface ToolFamily {
  /** Under which they are called now. */
  names(): readonly string[];
  /** Why some of the last ones stay out. */
  left(): readonly string[];
  /** Tools of the server, and then those that we have for it. */
  offer(tools: readonly ServerTool[], pin: FamilyPin, ours: readonly Registration[]): void;
}

export function createToolFamily({ spec, server, registry, names }: FamilyNeeds): ToolFamily {
  let offered: readonly string[] = [];
  let left: readonly string[] = [];
  let registered = '';

  /** Why it stays out, where it does: one bad tool takes no other with it. */
  function registration(tool: ServerTool, { identity, about }: FamilyPin): Registration | string {
    const described = describeServerTool(tool, spec, { ...names(tool.name), identity, about });
    const needs = { server, spec: specFor(spec, tool.name), identity };
    return checked({ tool: described, loader: () => Promise.resolve(invokeServerTool(tool, needs)) });
  }

  function checked(entry: Registration): Registration | string {
    const described = entry.tool;
    for (const name of [described.name, ...described.aliases]) {
      const holder = registry.find(name);
      if (holder !== undefined && holder.origin.family !== described.origin.family)
        return `The tool ${described.name} is left out: the name ${name} is taken by a tool of ${holder.origin.source}.`;
    }
    try {
      return { ...entry, tool: checkTool(described, (mode) => findMode(mode) !== undefined) };
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  }

  return {
    names: () => offered,
    left: () => left,
    offer(tools, pin, ours) {
      const entries = new Map<string, Registration>();
      const out: string[] = [];
      for (const entry of [...tools.map((tool) => registration(tool, pin)), ...ours.map(checked)]) {
        if (typeof entry === 'string') out.push(entry);
        else if (entries.has(entry.tool.name))
          out.push(`A tool is left out: another one is called ${entry.tool.name} already.`);
        else entries.set(entry.tool.name, entry);
      }
      left = out;
      offered = [...entries.keys()];
      const now = [...entries.values()]
        .map(({ tool }) => `${tool.name} ${tool.origin.fingerprint} ${tool.origin.about ?? ''}`)
        .join('\n');
      if (now !== registered) registry.swap('mcp', serverFamily(spec.name), [...entries.values()]);
      registered = now;
    },
  };
}
