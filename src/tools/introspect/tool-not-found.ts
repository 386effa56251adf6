// The answer to a name that names nothing: what the catalogue says, with near matches and never the whole list.
import type { Described, ToolResult } from '../../contract/index.ts';

/** An error result: a model that asked about a tool must not believe that it was answered. */
export function toolNotFound({ code, message, nearest }: Extract<Described, { readonly ok: false }>): ToolResult {
  return { blocks: [{ type: 'text', text: message }], structured: { code, message, nearest }, isError: true };
}
