// Tool: the live schema of one tool. Describing grants nothing and runs nothing, and works for tools the mode would refuse.
import { z } from 'zod';
import { bridges, defineTool, type JsonObject, type ToolDescription } from '../../contract/index.ts';
import { describedLabel } from './described-label.ts';
import { toolNotFound } from './tool-not-found.ts';

export const describeTool = defineTool({
  name: bridges.describe,
  title: 'Describe a tool',
  description:
    "Report one tool's live schema: purpose, required and optional arguments, types, and what a call would meet now. Runs nothing and grants nothing.",
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  aliases: ['tool_describe'],
  argumentAliases: { name: 'tool_name', tool: 'tool_name' },
  input: z.strictObject({ tool_name: z.string().describe('The exact name of the tool, or one of its aliases.') }),
  needs: ['catalog'],
  whenToUse: 'Before a first call of a tool whose arguments you do not know.',
  examples: [{ description: 'The schema of file_read', arguments: { tool_name: 'file_read' } }],
  failureModes: [
    'A blank name, or one of over 200 characters.',
    'An unknown name: near matches are given, not the whole list.',
  ],
  async run({ tool_name: name }, context) {
    const described = await context.ports.catalog.describe(name);
    if (!described.ok) return toolNotFound(described);
    const schema = schemaOf(described.tool);
    return {
      blocks: [{ type: 'text', text: JSON.stringify(schema, null, 2) }],
      structured: schema,
      label: describedLabel(described.tool),
    };
  },
});

function schemaOf(tool: ToolDescription): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    kind: tool.kind,
    source: tool.source,
    category: tool.category,
    mode: tool.mode,
    policy_class: tool.policyClass,
    risk: tool.risk,
    effects: tool.effects,
    locked: tool.locked,
    effect: tool.effect,
    effect_depends_on_the_call: tool.conditional,
    required: tool.required,
    optional: tool.optional,
    parameters: tool.parameters,
    aliases: tool.aliases,
    argument_aliases: tool.argumentAliases,
    execution_note: tool.executionNote,
  };
}
