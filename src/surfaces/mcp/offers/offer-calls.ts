// From a request of a client to the call of the tool that it stands for, and from its outcome to the answer: unchanged but for addresses.
import {
  ProtocolError,
  type ContentBlock,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { Completed, Observation, ShownBlock } from '../../../contract/index.ts';
import { offeredUri, ownPrompt, ownUri, promptName, type OwnUri } from './offered-names.ts';
import { withTool, type OfferingServers } from './offering-servers.ts';
import { isParams } from './params.ts';

const invalidParams = -32602;

/** Throws a ProtocolError for what no server of the caller has. */
export function serverOfUri(offered: string, servers: OfferingServers): OwnUri {
  const names = withTool(servers, 'read_resource');
  const own = ownUri(offered);
  if (own !== null && names.includes(own.server)) return own;
  const [only] = names;
  // As results of tools name them.
  if (own === null && only !== undefined && names.length === 1) return { server: only, uri: offered };
  const form = names.length === 0 ? '' : ` Say whose it is: ${offeredUri('SERVER', 'URI')}, of ${names.join(', ')}.`;
  throw new ProtocolError(invalidParams, `No resource of this address is offered here.${form}`, { uri: offered });
}

/** Null where only the lists tell whose it is. */
export function promptByName(name: string, servers: OfferingServers): { server: string; prompt: string } | null {
  return ownPrompt(name, withTool(servers, 'get_prompt'));
}

export function isPromptNamed(
  name: string,
  { server, prompt }: { server: string; prompt: string },
  servers: OfferingServers,
): boolean {
  return promptName(server, prompt, withTool(servers, 'get_prompt')) === name;
}

export function unknownPrompt(name: string): ProtocolError {
  const shown = JSON.stringify(name.slice(0, 200));
  return new ProtocolError(
    invalidParams,
    `No prompt named ${shown} is offered here. prompts/list shows those that are.`,
  );
}

export function readResult({ observation }: Completed, { server, uri }: OwnUri): ReadResourceResult {
  return {
    contents: observation.blocks.map((block) => contentsOf(block, { server, uri })),
    _meta: metaOf(observation),
  };
}

function contentsOf(block: ShownBlock, { server, uri }: OwnUri): ReadResourceResult['contents'][number] {
  // What we say ourselves of what was left out.
  if (block.type !== 'resource')
    return { uri: offeredUri(server, uri), mimeType: 'text/plain', text: block.type === 'text' ? block.text : '' };
  const { resource } = block;
  const { mimeType, meta } = resource;
  const about = {
    uri: offeredUri(server, resource.uri),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
  return 'text' in resource ? { ...about, text: resource.text } : { ...about, blob: resource.blob };
}

export function promptResult(
  { observation }: Completed,
  renderBlock: (block: ShownBlock) => ContentBlock,
): GetPromptResult {
  const { structured, blocks } = observation;
  const said = isParams(structured) ? structured : {};
  const roles = Array.isArray(said['roles']) ? said['roles'] : [];
  const { description } = said;
  const messages = roles.flatMap((role, at) => {
    const block = blocks[at];
    return block === undefined ? [] : [{ role: roleOf(role), content: renderBlock(unmarked(block)) }];
  });
  if (!Array.isArray(said['roles']) || messages.length < roles.length)
    throw new ProtocolError(
      invalidParams,
      'The prompt is too large to be handed on whole: tools.resultChars limits it.',
    );
  return {
    ...(typeof description === 'string' ? { description } : {}),
    messages,
    _meta: metaOf(observation),
  };
}

/** A person chose the prompt for what it says: it is handed on as it was written, and its label says whose words it is. */
function unmarked({ marked: _marked, ...block }: ShownBlock): ShownBlock {
  return block;
}

function roleOf(role: unknown): 'user' | 'assistant' {
  return role === 'assistant' ? 'assistant' : 'user';
}

export function metaOf({ label, omittedChars, ref }: Observation) {
  return { 'gatehouse/result': { label, omittedChars, ref } };
}
