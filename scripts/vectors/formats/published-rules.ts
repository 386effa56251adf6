// What providers publish of the tools they take, and what their servers were seen to refuse, as a check that shares nothing with the code that
// writes the requests. Answers what a request breaks.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { JsonValue, ModelFormat } from '../../../src/contract/index.ts';
import { geminiSchemaFaults, jsonSchemaFaults } from './schema-rules.ts';

const ajv = new Ajv2020({ strict: false, logger: false });

const schema = z.record(z.string(), z.unknown());
type Schema = z.infer<typeof schema>;
const wireName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

const anthropicTool = z.strictObject({
  name: wireName,
  description: z.string().min(1).optional(),
  input_schema: schema,
  defer_loading: z.boolean().optional(),
});
const anthropicSearch = z.strictObject({
  type: z.literal('tool_search_tool_bm25_20251119'),
  name: z.literal('tool_search_tool_bm25'),
});
const chatTool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({ name: wireName, description: z.string().min(1).optional(), parameters: schema }),
});
const responsesTool = z.strictObject({
  type: z.literal('function'),
  name: wireName,
  description: z.string().min(1).optional(),
  parameters: schema,
  strict: z.literal(false),
  defer_loading: z.literal(true).optional(),
});
const namespace = z.strictObject({
  type: z.literal('namespace'),
  name: wireName,
  description: z.string().min(1),
  tools: z.array(responsesTool.required({ defer_loading: true })).min(1),
});
const geminiTool = z.strictObject({
  functionDeclarations: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/),
      description: z.string().min(1),
      parameters: schema.optional(),
      parametersJsonSchema: schema.optional(),
    }),
  ),
});

interface Named {
  readonly name: string;
  readonly description?: string | undefined;
  readonly schema: Schema | undefined;
}

/** `description` is the longest one that the model takes. */
export interface Limits {
  readonly description: number;
}

/** What the tools of a request break; none where a provider would take it. */
export function requestFaults(format: ModelFormat, tools: readonly JsonValue[], limits: Limits): readonly string[] {
  const sent: unknown = JSON.parse(JSON.stringify(tools));
  const check = { anthropic, 'openai-chat': chat, 'openai-responses': responses, gemini }[format];
  try {
    const { named, faults } = check(sent);
    const names = named.map(({ name }) => name);
    const long = named.filter(({ description = '' }) => description.length > limits.description);
    return [
      ...faults,
      ...(new Set(names).size === names.length ? [] : ['a name stands twice']),
      ...long.map(({ name }) => `${name}: its description is too long`),
    ];
  } catch (error) {
    if (error instanceof z.ZodError) return [z.prettifyError(error)];
    throw error;
  }
}

interface Checked {
  readonly named: readonly Named[];
  readonly faults: readonly string[];
}

function anthropic(sent: unknown): Checked {
  const tools = z
    .array(z.union([anthropicSearch, anthropicTool]))
    .max(10_000)
    .parse(sent);
  const definitions = tools.filter((tool) => 'input_schema' in tool);
  const named = definitions.map(({ name, input_schema, ...rest }) => ({ ...rest, name, schema: input_schema }));
  const isSearched = definitions.length < tools.length;
  const isDeferred = definitions.some((tool) => tool.defer_loading === true);
  const keys = /^[a-zA-Z0-9_.-]{1,64}$/;
  return {
    named,
    faults: [
      ...(isSearched === isDeferred ? [] : ['a search without deferred tools, or deferred tools without a search']),
      ...(isSearched && tools.some((tool) => tool.name.startsWith('tool_search_tool') && 'input_schema' in tool)
        ? ['the name of the search is taken']
        : []),
      ...named.flatMap((tool) => [
        ...rootFaults(tool, ['allOf', 'anyOf', 'oneOf']),
        ...Object.keys(Object(tool.schema['properties']))
          .filter((key) => !keys.test(key))
          .map((key) => `${tool.name}: argument ${key}`),
      ]),
    ],
  };
}

const refusedByOpenai = ['allOf', 'anyOf', 'oneOf', 'enum', 'not'];

function openaiFaults(tool: Named): readonly string[] {
  const properties = tool.schema?.['properties'];
  return [
    ...rootFaults(tool, refusedByOpenai),
    ...(typeof properties === 'object' ? [] : [`${tool.name}: object schema missing properties`]),
    ...jsonSchemaFaults(tool.schema, { needsItems: true, followsReferences: true }).map(
      (fault) => `${tool.name}: ${fault}`,
    ),
  ];
}

function chat(sent: unknown): Checked {
  const tools = z.array(chatTool).max(128).parse(sent);
  const named = tools.map(({ function: { parameters, ...rest } }) => ({ ...rest, schema: parameters }));
  return { named, faults: named.flatMap(openaiFaults) };
}

function responses(sent: unknown): Checked {
  const search = z.strictObject({ type: z.literal('tool_search') });
  const tools = z
    .array(z.union([search, responsesTool, namespace]))
    .max(128)
    .parse(sent);
  const functions = tools.flatMap((tool) =>
    tool.type === 'namespace' ? tool.tools : tool.type === 'function' ? [tool] : [],
  );
  const isDeferred = functions.some((tool) => tool.defer_loading === true);
  const isSearched = tools.some((tool) => tool.type === 'tool_search');
  const named = functions.map(({ parameters, ...rest }) => ({ ...rest, schema: parameters }));
  return {
    named,
    faults: [
      ...(isSearched === isDeferred ? [] : ['a search without deferred tools, or deferred tools without a search']),
      ...named.flatMap(openaiFaults),
    ],
  };
}

function gemini(sent: unknown): Checked {
  const [only] = z.array(geminiTool).max(1).parse(sent);
  const declarations = only?.functionDeclarations ?? [];
  const named = declarations.map(({ name, description, parameters, parametersJsonSchema }) => ({
    name,
    description,
    schema: parametersJsonSchema ?? parameters,
  }));
  const faults = declarations.flatMap(({ name, parameters, parametersJsonSchema }) => [
    ...(parameters === undefined ? [] : geminiSchemaFaults(parameters, '').map((fault) => `${name}: ${fault}`)),
    ...(parametersJsonSchema === undefined
      ? []
      : [
          ...rootFaults({ name, schema: parametersJsonSchema }, refusedByOpenai),
          ...jsonSchemaFaults(parametersJsonSchema, { needsItems: false, followsReferences: false }).map(
            (fault) => `${name}: ${fault}`,
          ),
        ]),
    ...Object.keys(Object(parameters?.['properties']))
      .filter((key) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(key))
      .map((key) => `${name}: argument ${key}`),
  ]);
  return { named, faults: [...faults, ...(declarations.length > 128 ? ['more than 128 declarations'] : [])] };
}

function rootFaults({ name, schema: root = {} }: Named, refused: readonly string[]): readonly string[] {
  const { $schema: _named, ...body } = root;
  const isValid = ajv.validateSchema(body) === true;
  return [
    ...(root['type'] === 'object' ? [] : [`${name}: its root is no object`]),
    ...refused.filter((key) => Object.hasOwn(root, key)).map((key) => `${name}: ${key} at the top level`),
    ...(isValid ? [] : [`${name}: no schema of draft 2020-12: ${ajv.errorsText(ajv.errors)}`]),
  ];
}
