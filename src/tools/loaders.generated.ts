// Written by scripts/generate-catalog.ts; change the tools and run it again.
import type { HandlerLoader } from '../contract/index.ts';
import { builtinHandler } from './builtin-handler.ts';

/** The code of each built-in tool, imported when it is first called. */
export const builtinLoaders: Readonly<Record<string, HandlerLoader>> = {
  calculate: async () => builtinHandler((await import('./compute/calculate.ts')).calculate),
  describe_capabilities: async () => builtinHandler((await import('./introspect/describe-capabilities.ts')).describeCapabilities),
  describe_tool: async () => builtinHandler((await import('./introspect/describe-tool.ts')).describeTool),
  note: async () => builtinHandler((await import('./memory/note.ts')).note),
  tool_help: async () => builtinHandler((await import('./introspect/tool-help.ts')).toolHelp),
  web_fetch: async () => builtinHandler((await import('./web/web-fetch.ts')).webFetch),
};
