// Turns a call as the model made it back into a call of the tool.
import type { FormattedTools, JsonObject } from '../../contract/index.ts';

/** A name that no tool went out under is taken for the tool's own: a model may call by name what it was only told of. */
export function readToolCall(
  { names }: Pick<FormattedTools, 'names'>,
  name: string,
  given: JsonObject,
): { readonly tool: string; readonly arguments: JsonObject } {
  const wire = names.get(name);
  if (wire === undefined || wire.arguments.size === 0) return { tool: wire?.tool ?? name, arguments: given };
  const ownName = (key: string): string => {
    const own = wire.arguments.get(key);
    // Both names at once are a contradiction: the one on the wire stays, and is refused as unknown.
    return own === undefined || Object.hasOwn(given, own) ? key : own;
  };
  const renamed = Object.entries(given).map(([key, value]) => [ownName(key), value] as const);
  return { tool: wire.tool, arguments: Object.fromEntries(renamed) };
}
