// Shows the tools a caller may see as MCP tools: those that a model is shown whole. The others are called by name all the same. The hints
// follow from what a tool declares it does.
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Caller, JsonObject, PresentedTool, Runtime, ToolDescription, ToolEffect } from '../../contract/index.ts';

export type PresentingRuntime = Pick<Runtime, 'presentTools' | 'describeTool'>;

export async function listTools(runtime: PresentingRuntime, caller: Caller): Promise<Tool[]> {
  const { inline } = await runtime.presentTools(caller);
  const listed = inline.map(async (shown) => {
    const described = await runtime.describeTool(caller, shown.name);
    // A tool that went between the two looks is left out: nothing can be said of it.
    return described.ok ? [mcpTool(shown, described.tool)] : [];
  });
  return (await Promise.all(listed)).flat();
}

function mcpTool({ name, title, description, parameters }: PresentedTool, tool: ToolDescription): Tool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(parameters),
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
