// The tools of an OpenAI Responses request.
import type { FormattedTools, JsonValue, ToolPresentation } from '../../contract/index.ts';
import { counted, foreignName } from '../../text/index.ts';
import { prepareTools, type WireDefinition } from '../tools/prepare-tools.ts';
import { wireNames } from '../names/wire-names.ts';
import { maxTools, openaiRules } from './rules.ts';

/** "gpt-5.4 and later models support tool_search" (developers.openai.com/api/docs/guides/tools-tool-search); of the nano ones it is not said. */
const searchingModels = /^gpt-(?:5\.(?:[4-9]|[1-9]\d)|[6-9]|[1-9]\d)(?![\d])(?!.*nano)/;

export function formatResponsesTools(presentation: ToolPresentation, model: string): FormattedTools {
  const rules = openaiRules(model);
  const sources = new Set(presentation.deferred.map(({ source }) => source)).size;
  // The list of tools holds the inline ones, a namespace for each source, and the search.
  const searchesItself =
    searchingModels.test(model) && sources > 0 && presentation.inline.length + sources + 1 <= maxTools;
  const { definitions, ...prepared } = prepareTools(presentation, { ...rules, searchesItself });
  const deferred = definitions.filter(({ isDeferred }) => isDeferred);
  return {
    format: 'openai-responses',
    ...prepared,
    tools: [
      ...(deferred.length > 0 ? [{ type: 'tool_search' }] : []),
      ...definitions.filter(({ isDeferred }) => !isDeferred).map(wireTool),
      ...namespaces(deferred, rules.names),
    ],
    // The namespaces tell of themselves.
    listing: searchesItself ? '' : presentation.listing,
  };
}

/** Strict where possible is what this request does by default, so it has to be told. */
function wireTool({ name, description, schema, isDeferred }: WireDefinition): JsonValue {
  return {
    type: 'function',
    name,
    ...(description === '' ? {} : { description }),
    parameters: schema,
    strict: false,
    ...(isDeferred ? { defer_loading: true } : {}),
  };
}

/** Of a deferred function that stands alone a model is shown name and description, of a namespace just its own: one for each source. */
function namespaces(deferred: readonly WireDefinition[], rule: Parameters<typeof wireNames>[1]): readonly JsonValue[] {
  const bySource = Map.groupBy(deferred, ({ source }) => source);
  const names = wireNames([...bySource.keys()], rule);
  return [...bySource].map(([source, tools]) => ({
    type: 'namespace',
    name: names.get(source) ?? source,
    description: namespaceText(source, tools),
    tools: tools.map(wireTool),
  }));
}

const maxNames = 12;

function namespaceText(source: string, tools: readonly WireDefinition[]): string {
  const names = tools.slice(0, maxNames).map(({ name }) => name);
  const more = tools.length > maxNames ? ', …' : '';
  return `${counted(tools.length, 'tool')} of ${foreignName(source)}: ${names.join(', ')}${more}`;
}
