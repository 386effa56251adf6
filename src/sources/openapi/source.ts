// Brings the tools of an OpenAPI document with what calls them.
import type { HandlerLoader, Tool } from '../../contract/index.ts';
import type { SecretNeeds } from '../http/values.ts';
import type { MadeTool } from './make-tools.ts';
import type { OpenApiSettings } from './openapi-settings.ts';

/** The handlers hold what their calls need, and nothing of the document. */
export function openapiTools(
  tools: readonly MadeTool[],
  settings: OpenApiSettings,
  needs: SecretNeeds,
): readonly { readonly tool: Tool; readonly loader: HandlerLoader }[] {
  const { headers, timeoutMs } = settings;
  return tools.map(({ tool, plan }) => ({
    tool,
    loader: async () => {
      const { invokeOperation } = await import('./call/invoke.ts');
      return invokeOperation(plan, { headers, timeoutMs }, needs);
    },
  }));
}
