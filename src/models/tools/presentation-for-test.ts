// A presentation of tools that a test names by what matters to it.
import type { JsonObject, PresentedTool, ToolPresentation } from '../../contract/index.ts';

export function tool(name: string, more: Partial<PresentedTool> = {}): PresentedTool {
  const parameters: JsonObject = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
  return { name, title: name, description: `Does ${name}.`, parameters, source: 'builtin', ...more };
}

export function presentation(
  inline: readonly PresentedTool[],
  deferred: readonly PresentedTool[] = [],
): ToolPresentation {
  const listing = deferred.length === 0 ? '' : 'Ask tool_search for more tools.';
  return {
    inline,
    deferred,
    level: deferred.length === 0 ? 'none' : 'names',
    listing,
    tokens: { inline: 0, listing: 0, whole: 0 },
  };
}
