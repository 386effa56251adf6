// The tools of an Anthropic Messages request.
import type { FormattedTools, JsonValue, ToolPresentation } from '../../contract/index.ts';
import { listSources } from '../tools/list-sources.ts';
import { prepareTools, type RequestRules, type WireDefinition } from '../tools/prepare-tools.ts';

/**
 * Models that search deferred tools themselves: Opus and Sonnet from 4 on, no Haiku
 * (platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool and /docs/en/agent-sdk/tool-search). Names as other platforms write them are not known here: Bedrock takes
 * the search in one of its two APIs only.
 */
const searchingModels = /^claude-(?:opus|sonnet)-(?:[4-9]|[1-9]\d)(?:-|$)/;
/** Tools in one request that is searched (same page). */
const maxSearched = 10_000;

/** BM25 rather than the one of regular expressions: it takes plain words, in which models ask. */
const searchTool: JsonValue = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };

const rules: Omit<RequestRules, 'searchesItself'> = {
  schema: {
    takesBooleans: true,
    needsItems: false,
    unread: new Set(),
    references: 'followed',
    // "input_schema does not support oneOf, allOf, or anyOf at the top level" (anthropics/claude-code#5319)
    refusedAtRoot: new Set(['allOf', 'anyOf', 'oneOf']),
    needsProperties: false,
    // "Property keys should match pattern" (n8n-io/n8n#30590)
    argumentNames: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, illegal: /[^a-zA-Z0-9_.-]/gu },
  },
  // The documentation says 64; that some endpoints take 128 helps nobody who uses the others.
  names: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, illegal: /[^a-zA-Z0-9_-]/gu },
  maxTools: Infinity,
  maxDescriptionChars: Infinity,
  reserved: ['tool_search_tool_bm25', 'tool_search_tool_regex'],
};

export function formatAnthropicTools(presentation: ToolPresentation, model: string): FormattedTools {
  const mayDefer = searchingModels.test(model);
  const { inline, deferred } = presentation;
  // All or none: half a catalogue behind each of two searches would hide the other half from both.
  const searchesItself = mayDefer && deferred.length > 0 && inline.length + deferred.length < maxSearched;
  const { definitions, ...prepared } = prepareTools(presentation, { ...rules, searchesItself });
  const isSearched = definitions.some(({ isDeferred }) => isDeferred);
  return {
    format: 'anthropic',
    ...prepared,
    tools: [...(isSearched ? [searchTool] : []), ...definitions.map((definition) => wireTool(definition, mayDefer))],
    listing: searchesItself ? listSources(definitions) : presentation.listing,
  };
}

/** Never `strict`: it takes 24 optional arguments, and real tools have 48. */
function wireTool({ name, description, schema, isDeferred }: WireDefinition, mayDefer: boolean): JsonValue {
  return {
    name,
    ...(description === '' ? {} : { description }),
    input_schema: schema,
    ...(mayDefer ? { defer_loading: isDeferred } : {}),
  };
}
