// Brings the tools of the program that opened the library.
import {
  CapabilityError,
  unsaidOfTool,
  type Handler,
  type HandlerLoader,
  type JsonObject,
  type Tool,
} from '../../contract/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';
import type { OwnTool } from './own-tool.ts';

const noArguments: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

export function ownTools(
  tools: readonly OwnTool[],
): readonly { readonly tool: Tool; readonly loader: HandlerLoader }[] {
  return tools.map((own) => {
    if (typeof own.run !== 'function')
      throw new CapabilityError('invalid_tool', `The tool ${JSON.stringify(own.name)} has no function run.`);
    return { tool: describeOwn(own), loader: () => Promise.resolve(invokeOwn(own)) };
  });
}

function describeOwn(own: OwnTool): Tool {
  const definition: Omit<Tool, 'origin'> = {
    ...unsaidOfTool,
    name: own.name,
    title: own.title ?? own.name,
    description: own.description,
    parameters: own.parameters ?? noArguments,
    kind: 'builtin',
    mode: own.mode ?? 'generate',
    policyClass: own.policyClass ?? 'external_api',
    risk: 'medium',
    tags: own.tags ?? [],
    timeoutMs: own.timeoutMs ?? 60_000,
    category: 'plugin',
    whenToUse: '',
    effects: own.effects ?? ['writes', 'egress'],
    untrustedResult: own.untrustedResult ?? true,
  };
  const fingerprint = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(definition))));
  // Of another source than ours whatever it says: what is built-in is ours alone.
  const source = own.source === undefined || own.source === 'builtin' ? 'program' : own.source;
  return { ...definition, origin: { source, owner: null, family: 'program', fingerprint } };
}

function invokeOwn(own: OwnTool): Handler {
  return async (args, { callId, workspace, signal }) => {
    const result = await own.run(args, { callId, workspace, signal });
    return typeof result === 'string' ? { blocks: [{ type: 'text', text: result }] } : result;
  };
}
