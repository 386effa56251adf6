// The tools that Gatehouse has for a server with resources, prompts or completion: their definitions, gated like the server's own.
import {
  offeredTag,
  offeredTools,
  type JsonObject,
  type OfferedTool,
  type TargetPointer,
  type Tool,
} from '../../../contract/index.ts';
import type { Offer, ServerTraits } from '../server/traits.ts';
import type { ServerSpec } from '../spec/server-spec.ts';
import type { ServerTool } from '../tools/definition.ts';
import { describeServerTool, type Described } from '../tools/describe.ts';

interface Definition {
  readonly needs: Offer;
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly targets: readonly TargetPointer[];
}

const page = { type: 'integer', minimum: 1, description: 'Default: 1.' };
const texts = { type: 'object', additionalProperties: { type: 'string' } };

const definitions: Readonly<Record<OfferedTool, Definition>> = {
  list_resources: {
    needs: 'resources',
    description:
      'Lists the resources that the server has, with their URIs; with templates true the templates of URIs that it takes.',
    properties: { templates: { type: 'boolean', description: 'Default: false.' }, page },
    required: [],
    targets: [],
  },
  read_resource: {
    needs: 'resources',
    description: 'Reads one resource of the server by its URI.',
    properties: {
      uri: { type: 'string', minLength: 1, maxLength: 4_000, pattern: String.raw`^[^\u0000-\u001f\u007f]+$` },
    },
    required: ['uri'],
    targets: [{ pointer: '/uri', kind: 'name', action: 'read' }],
  },
  list_prompts: {
    needs: 'prompts',
    description: 'Lists the prompts that the server has, with their arguments.',
    properties: { page },
    required: [],
    targets: [],
  },
  get_prompt: {
    needs: 'prompts',
    description: 'Gets a prompt of the server, made out with arguments: messages that it wrote.',
    properties: { name: { type: 'string', minLength: 1, maxLength: 500 }, arguments: texts },
    required: ['name'],
    targets: [{ pointer: '/name', kind: 'name', action: 'read' }],
  },
  complete_argument: {
    needs: 'completions',
    description:
      'Asks the server for values that an argument of one of its prompts, or of a template of its URIs, may be completed to.',
    properties: {
      prompt: { type: 'string', maxLength: 500, description: 'The prompt; give this or template.' },
      template: { type: 'string', maxLength: 4_000, description: 'The template of URIs; give this or prompt.' },
      argument: { type: 'string', minLength: 1, maxLength: 500, description: 'The name of the argument.' },
      value: { type: 'string', maxLength: 4_000, description: 'What is written of it so far.' },
      known: { ...texts, description: 'Other arguments that are written already.' },
    },
    required: ['argument', 'value'],
    targets: [],
  },
};

/** Those that a server is given for what it has, as if it listed them and said that they only read. */
export function offeredDefinitions({ offers }: Pick<ServerTraits, 'offers'>): readonly OfferedDefinition[] {
  return offeredTools.flatMap((offered) => {
    const { needs, description, properties, required } = definitions[offered];
    if (!offers.includes(needs)) return [];
    const inputSchema = { type: 'object', properties, required, additionalProperties: false };
    const words = { title: '', description, inputSchema, outputSchema: null };
    return [{ offered, tool: { name: offered, ...words, readOnlyHint: true, destructiveHint: false } }];
  });
}

export interface OfferedDefinition {
  readonly offered: OfferedTool;
  readonly tool: ServerTool;
}

export function describeOfferedTool(
  { offered, tool }: OfferedDefinition,
  spec: ServerSpec,
  described: Described,
): Tool {
  const own = describeServerTool(tool, spec, described);
  const isList = offered === 'list_resources' || offered === 'list_prompts';
  return {
    ...own,
    tags: [...own.tags, offeredTag(offered)],
    targets: definitions[offered].targets,
    // Of a list nothing leaves that the caller wrote: it is read as the list of tools is.
    effects: isList ? [] : own.effects,
    failureModes: [
      `The server ${spec.name} is down or too slow: the answer says so, and for how long not to try again.`,
    ],
  };
}
