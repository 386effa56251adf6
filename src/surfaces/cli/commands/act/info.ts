// gatehouse info: what is served here and what a call of it meets, told without calling a model, a tool or a server.
import type { Caller, JsonValue, MatrixRow, Owner, Runtime, ToolSummary } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { renderInfo, type InfoReport, type InfoTool } from '../../render/info.ts';

export const showInfo: Action = async (invocation) => {
  const { output, command, config, caller } = invocation;
  const [runtime, owner] = [await invocation.runtime(), await invocation.owner()];
  const report = await gather({ runtime, owner, caller, config });
  output.document(report);
  output.say(renderInfo(report, { width: output.width, command }));
  return 0;
};

interface Place {
  readonly runtime: Pick<Runtime, 'tools' | 'matrix' | 'capabilities'>;
  readonly owner: Pick<Owner, 'servers' | 'sources'>;
  readonly caller: Caller;
  readonly config: string | null;
}

/** As nobody's session yet: what is told holds for a new one. */
const newSession = 'info';

async function gather({ runtime, owner, caller, config }: Place): Promise<InfoReport> {
  const asking = { ...caller, session: newSession };
  const [summaries, rows, { limits, sessionMode, sandbox }, servers, sources] = await Promise.all([
    runtime.tools(asking, { includeHidden: true }),
    runtime.matrix(),
    runtime.capabilities(asking),
    owner.servers(),
    owner.sources(),
  ]);
  const own = new Map(
    rows.filter(({ agent, trust }) => agent === caller.agent && trust === caller.trust).map((row) => [row.tool, row]),
  );
  const tools = summaries.flatMap((tool) => infoTool(tool, own.get(tool.name)));
  const tags = new Set(tools.flatMap((tool) => tool.tags));
  return {
    config,
    mode: sessionMode,
    sandbox: { setting: sandbox.setting, level: sandbox.level },
    tools,
    servers: servers.map(({ name, state, reach, tools: names, waiting, problem, notices }) => ({
      name,
      state,
      reach,
      tools: names,
      waiting,
      problem,
      notices,
    })),
    sources,
    left: leftOut(limits, tools),
    unmatchedTags: textsOf(limits['policy.confirmTags']).filter((tag) => !tags.has(tag)),
  };
}

/** A tool that came between the two looks has no row yet, and is told of the next time. */
function infoTool(tool: ToolSummary, row: MatrixRow | undefined): readonly InfoTool[] {
  if (row === undefined) return [];
  const { name, title, source, tags, hidden, locked } = tool;
  const { effect, possible, dependsOn, reason } = row;
  return [{ name, title, source, tags, hidden, locked, effect, possible, dependsOn, reason }];
}

function leftOut(limits: Readonly<Record<string, JsonValue>>, tools: readonly InfoTool[]): readonly string[] {
  const disabled = textsOf(limits['tools.disable']);
  const named = limits['tools.builtins'] ?? null;
  const unnamed = tools.filter(({ name, source }) => source === 'builtin' && !textsOf(named).includes(name));
  const hidden = tools.filter((tool) => tool.hidden);
  return [
    ...(named === null ? [] : [builtinsText(textsOf(named))]),
    ...(named === null || unnamed.length === 0
      ? []
      : [`${namesOf(unnamed)}: for tools that are deferred, and shown to clients only where some are.`]),
    ...(disabled.length === 0 ? [] : [`Not there by tools.disable: ${disabled.join(', ')}.`]),
    ...(hidden.length === 0 ? [] : [`Hidden from lists and models, and called by name alone: ${namesOf(hidden)}.`]),
  ];
}

function builtinsText(named: readonly string[]): string {
  return named.length === 0
    ? 'No built-in tool is there: tools.builtins names none.'
    : `Of the built-in tools only those that tools.builtins names are there: ${named.join(', ')}.`;
}

function namesOf(tools: readonly InfoTool[]): string {
  return tools.map(({ name }) => name).join(', ');
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
