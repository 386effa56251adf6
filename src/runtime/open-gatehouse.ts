// The library's way in: a runtime over the home, and one caller that stands for the embedding agent.
import {
  CapabilityError,
  type Call,
  type Caller,
  type CallArguments,
  type Described,
  type Explanation,
  type FoundTools,
  type JsonObject,
  type Outcome,
  type Runtime,
  type SearchOptions,
  type ToolFilter,
  type ToolPresentation,
  type ToolSummary,
  type Trust,
} from '../contract/index.ts';
import { presentationChanges } from '../kernel/index.ts';
import type { OwnTool } from '../sources/index.ts';
import { newId } from '../text/index.ts';
import { libraryCaller } from './callers.ts';
import { openRuntime } from './open-runtime.ts';

export interface GatehouseOptions {
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  /** Who is written down as asking. Default `default`. */
  readonly agent?: string;
  /** Default operator: the program is the user's own. */
  readonly trust?: Trust;
  /** Sessions keep modes and grants apart. Default: one of this object's own. */
  readonly session?: string;
  /** The environment that names home and configuration. Default: `GATEHOUSE_HOME` and its like are not set. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Tools of your own program: registered beside the others, and run behind the same gate. */
  readonly tools?: readonly OwnTool[];
  /** Told what goes wrong in the background. Default: nobody. */
  readonly report?: (message: string) => void;
}

export interface CallOptions extends Pick<Call, 'onNotice'> {
  readonly signal?: AbortSignal;
  /** What the user of the agent said that led to this call: what stands in it was not put there by what others wrote. Never what the model said. */
  readonly userWords?: string;
}

/** One agent's view of the tools, through the one gate. */
export interface Gatehouse {
  /** Calls a tool. Never throws for a call. Arguments as a value, or as JSON text where numbers must not lose digits. */
  call(tool: string, args?: JsonObject | string, more?: CallOptions): Promise<Outcome>;
  explain(tool: string, args?: JsonObject | string, more?: Pick<CallOptions, 'userWords'>): Promise<Explanation>;
  /** The outcome of an own call that came back pending, once. */
  collect(approvalId: string): Promise<Outcome>;
  tools(filter?: ToolFilter): Promise<readonly ToolSummary[]>;
  describe(tool: string): Promise<Described>;
  /** Tools that fit a task in plain words. */
  search(query: string, options?: SearchOptions): Promise<FoundTools>;
  /** What to show a model of the tools. Take it once at the start of a run, so that the prefix of the prompt keeps its bytes. */
  present(): Promise<ToolPresentation>;
  /** What became of the tools since, as a message to append; empty where nothing did. */
  changesSince(earlier: ToolPresentation): Promise<string>;
  /** Everything else, for programs that show more than one agent. */
  readonly runtime: Runtime;
  readonly caller: Caller;
  close(): Promise<void>;
}

/** Opens the home (made at first use) and talks to the daemon where one runs. Throws CapabilityError where home or store cannot be opened. */
export async function openGatehouse(options: GatehouseOptions): Promise<Gatehouse> {
  const { workspace, env = {}, report = () => undefined, tools = [] } = options;
  const runtime = await openRuntime({ workspace, env, report, tools });
  const caller = libraryCaller({
    agent: options.agent ?? 'default',
    trust: options.trust ?? 'operator',
    session: options.session ?? newId('lib'),
    workspace: runtime.workspace,
  });
  return {
    call: (tool, args = {}, more = {}) => runtime.call({ ...more, tool, arguments: toArguments(args), caller }),
    explain: (tool, args = {}, more = {}) => runtime.explain({ ...more, tool, arguments: toArguments(args), caller }),
    collect: (approvalId) => runtime.collect(caller, approvalId),
    tools: (filter = {}) => runtime.tools(caller, filter),
    describe: (tool) => runtime.describeTool(caller, tool),
    search: (query, more = {}) => runtime.searchTools(caller, asText(query), more),
    present: () => runtime.presentTools(caller),
    changesSince: async (earlier) => presentationChanges(earlier, await runtime.presentTools(caller)),
    runtime,
    caller,
    close: () => runtime.close(),
  };
}

/** Programs without types exist. */
function asText(query: unknown): string {
  if (typeof query === 'string') return query;
  throw new CapabilityError('malformed_request', 'search takes a text: what the tool should do, in plain words.');
}

function toArguments(args: JsonObject | string): CallArguments {
  return typeof args === 'string' ? { json: args } : { value: args };
}
