// Tool: everything that is documented of one tool, as text to read.
import { z } from 'zod';
import { defineTool } from '../../contract/index.ts';
import { describedLabel } from './described-label.ts';
import { renderToolHelp } from './render-tool-help.ts';
import { toolNotFound } from './tool-not-found.ts';

export const toolHelp = defineTool({
  name: 'tool_help',
  title: 'Help on a tool',
  description:
    'Read the full documentation of one tool: purpose, when to use it, arguments, examples, failure modes, setup, and what a call would meet now.',
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  argumentAliases: { tool_name: 'name', tool: 'name' },
  input: z.strictObject({ name: z.string().describe('The exact name of the tool, or one of its aliases.') }),
  needs: ['catalog'],
  whenToUse: 'When a tool did not do what you expected, or before using one that can do harm.',
  examples: [{ description: 'All about the shell', arguments: { name: 'shell' } }],
  failureModes: [
    'A blank name, or one of over 200 characters.',
    'An unknown name: near matches are given, not the whole list.',
  ],
  async run({ name }, context) {
    const described = await context.ports.catalog.describe(name);
    if (!described.ok) return toolNotFound(described);
    return {
      blocks: [{ type: 'text', text: renderToolHelp(described.tool) }],
      keep: 'head',
      label: describedLabel(described.tool),
    };
  },
});
