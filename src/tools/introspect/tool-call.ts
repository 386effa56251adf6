// Tool: calls another tool by its name. The gate takes such a call for the one it carries, so nothing ever runs here.
import { z } from 'zod';
import { bridges, CapabilityError, defineTool, toolEffects } from '../../contract/index.ts';

export const toolCall = defineTool({
  name: bridges.call,
  title: 'Call a tool by its name',
  description:
    'Call a tool that is not listed here, by its exact name. It is judged, asked about and recorded as a call of that tool.',
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  // Whatever the tool that is meant does: a client that reads hints must not take this one for harmless.
  effects: toolEffects,
  timeoutMs: 10_000,
  argumentAliases: {
    tool_name: 'name',
    tool: 'name',
    args: 'arguments',
    params: 'arguments',
    parameters: 'arguments',
    input: 'arguments',
  },
  input: z.strictObject({
    name: z.string().describe('The exact name of the tool.'),
    arguments: z
      .union([z.record(z.string(), z.unknown()), z.string()])
      .optional()
      .describe('Its arguments, as its schema says: an object, or the JSON text of one.'),
  }),
  whenToUse: 'For a tool that tool_search found, where it cannot be called directly.',
  examples: [{ description: 'A search in the notes', arguments: { name: 'notes_find', arguments: { text: 'tea' } } }],
  failureModes: [
    'A name that names nothing: near names are given.',
    'Arguments that do not fit: the answer holds the schema of the tool.',
    'It never calls itself.',
  ],
  async run() {
    throw new CapabilityError('internal', `The gate runs the tool that is meant, and not ${bridges.call}.`);
  },
});
