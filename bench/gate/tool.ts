// The tool that both sides call: it does nothing, and takes a path, so that rules with a target speak of it.
import { unsaidOfTool, type Handler, type JsonObject, type Tool } from '../../src/contract/index.ts';

export const toolName = 'nothing';

export const parameters: JsonObject = {
  type: 'object',
  properties: { path: { type: 'string' }, note: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
};

/** As many tools as asked for; the first is the one that is called, the others are there. */
export function tools(count: number): readonly Tool[] {
  return Array.from({ length: count }, (_, index) => tool(index === 0 ? toolName : `${toolName}_${index}`));
}

export const resultText = 'Nothing was done.';

export const handler: Handler = () => Promise.resolve({ blocks: [{ type: 'text', text: resultText }] });

function tool(name: string): Tool {
  return {
    ...unsaidOfTool,
    name,
    title: 'Nothing',
    description: 'Does nothing to a path.',
    parameters,
    kind: 'builtin',
    origin: { source: 'bench', owner: null, family: null, fingerprint: name.padEnd(64, '0') },
    // Free in every session mode, and without guards: what is measured is the gate.
    mode: 'note',
    policyClass: 'read_only',
    risk: 'low',
    timeoutMs: 30_000,
    category: 'bench',
    whenToUse: 'To measure what a call costs.',
    effects: [],
    targets: [{ pointer: '/path', kind: 'path', action: 'read' }],
  };
}

/** Arguments of a call: another path each time, of those that rules speak of. */
export function argumentsOf(call: number): JsonObject {
  return { path: `src/part${call % 250}/main.ts`, note: `call ${call}` };
}
