// Shows the tools a caller may see as MCP tools. What is shown comes from the runtime; the hints follow from what a tool declares it does.
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Caller, JsonObject, Runtime, ToolDescription, ToolEffect, ToolFilter } from '../../contract/index.ts';

export async function listTools(runtime: Pick<Runtime, 'tools' | 'describeTool'>, caller: Caller): Promise<Tool[]> {
  const summaries = await runtime.tools(caller, filterFor(caller));
  const described = await Promise.all(summaries.map((summary) => runtime.describeTool(caller, summary.name)));
  // A tool that went between the two looks is left out: nothing can be said of it.
  return described.flatMap((answer) => (answer.ok ? [mcpTool(answer.tool)] : []));
}

function filterFor(caller: Caller): ToolFilter {
  return {
    trust: caller.trust,
    allowedTools: caller.allowedTools,
    includeHidden: caller.seesHidden,
    ...(caller.policyClasses === null ? {} : { policyClasses: caller.policyClasses }),
  };
}

function mcpTool(tool: ToolDescription): Tool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.locked ? `Locked: every call is refused. ${tool.description}` : tool.description,
    inputSchema: objectSchema(tool.parameters),
    annotations: annotationsOf(tool),
    _meta: {
      'gatehouse/policy': {
        mode: tool.mode,
        policyClass: tool.policyClass,
        effect: tool.effect,
        conditional: tool.conditional,
        risk: tool.risk,
        locked: tool.locked,
      },
    },
  };
}

/** The schema verbatim. Clients drop the whole list over one root that does not say `object`, which arguments always are. */
function objectSchema(parameters: JsonObject): Tool['inputSchema'] {
  return { ...parameters, type: 'object' };
}

const acting: readonly ToolEffect[] = ['writes', 'executes', 'destructive', 'administrative'];
const outside: readonly string[] = ['exec', 'network', 'external_api', 'gui_control'];

/** Hints err to the careful side: clients skip their own question where one says read-only. A write may replace what was there. */
function annotationsOf(tool: ToolDescription): ToolAnnotations {
  const { effects } = tool;
  const readOnly = tool.policyClass === 'read_only' && effects.every((effect) => effect === 'reads_private');
  const undeclared = !readOnly && effects.length === 0;
  return {
    title: tool.title,
    readOnlyHint: readOnly,
    destructiveHint: undeclared || effects.some((effect) => acting.includes(effect)),
    openWorldHint: effects.includes('egress') || outside.includes(tool.policyClass),
  };
}
