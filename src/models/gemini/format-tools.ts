// The tools of a Gemini generateContent request.
import type { FormattedTools, JsonObject, JsonValue, ToolPresentation } from '../../contract/index.ts';
import { ownObject } from '../../text/index.ts';
import type { SchemaRules } from '../schema/project.ts';
import { prepareTools, type WireDefinition } from '../tools/prepare-tools.ts';
import type { NameRule } from '../names/wire-names.ts';
import { plainEnums } from './plain-enums.ts';
import { translateParameters } from './translate-schema.ts';

/** Models that read JSON Schema in `parametersJsonSchema` (ai.google.dev/api/caching#FunctionDeclaration); of others `parameters` is read by all. */
const jsonSchemaModels = /^(?:models\/)?gemini-(?:2\.5|[3-9])(?:[.-]|$)/;

/** The narrowest of what its documents say: older ones know neither dots nor colons, nor more than 64 characters. */
const names: NameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/, illegal: /[^a-zA-Z0-9_-]/gu };

/** Function declarations in a request, by the documents of Vertex AI. */
const maxTools = 128;

const sound = {
  takesBooleans: false,
  needsItems: false,
  // A reference may have nothing beside it but a description, and one that leads back may stand in optional arguments only.
  references: 'written out',
  refusedAtRoot: new Set(['allOf', 'anyOf', 'const', 'enum', 'not', 'oneOf']),
  needsProperties: false,
  unread: new Set(['$anchor', '$comment', '$dynamicAnchor', '$id', '$schema', '$vocabulary']),
} as const;

const jsonSchema: SchemaRules = {
  ...sound,
  argumentNames: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, illegal: /[^a-zA-Z0-9_.-]/gu },
  translate: plainEnums,
};

const subset: SchemaRules = {
  ...sound,
  argumentNames: { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, illegal: /[^a-zA-Z0-9_]/gu },
  translate: translateParameters,
};

export function formatGeminiTools(presentation: ToolPresentation, model: string): FormattedTools {
  const readsJsonSchema = jsonSchemaModels.test(model);
  const { definitions, ...prepared } = prepareTools(presentation, {
    schema: readsJsonSchema ? jsonSchema : subset,
    names,
    maxTools,
    maxDescriptionChars: Infinity,
    reserved: [],
    searchesItself: false,
  });
  const functionDeclarations = definitions.map((definition) => declaration(definition, readsJsonSchema));
  return {
    format: 'gemini',
    ...prepared,
    tools: functionDeclarations.length === 0 ? [] : [{ functionDeclarations }],
    listing: presentation.listing,
  };
}

function declaration({ name, description, schema }: WireDefinition, readsJsonSchema: boolean): JsonValue {
  return {
    name,
    // It is required here.
    description: description === '' ? name : description,
    ...parametersOf(schema, readsJsonSchema),
  };
}

/** Without arguments both are left unset: an object without properties is refused. */
function parametersOf(schema: JsonObject, readsJsonSchema: boolean): JsonObject {
  const properties = ownObject(schema, 'properties') ?? {};
  if (Object.keys(properties).length === 0) return {};
  return readsJsonSchema ? { parametersJsonSchema: schema } : { parameters: schema };
}
