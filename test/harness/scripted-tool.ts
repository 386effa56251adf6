// Tools whose handlers do what a test says, and keep what they were given.
import type { HandlerContext, HandlerLoader, JsonObject, Tool, ToolPorts } from '../../src/contract/index.ts';
import { plainTool } from '../../src/testing/index.ts';

/** What a scripted handler was given. */
interface Ran {
  readonly args: JsonObject;
  readonly context: HandlerContext<keyof ToolPorts>;
}

/** May return anything: the gate must not believe the types of a handler. */
export type Script = (args: JsonObject, context: HandlerContext<keyof ToolPorts>) => unknown;

export interface ScriptedTool {
  readonly tool: Tool;
  readonly loader: HandlerLoader;
  /** Every run, in order. */
  readonly runs: Ran[];
}

/** A tool of mode `note`, which runs in every session mode, unless more is said. It answers `done`. */
export function scriptedTool(more: Partial<Tool> = {}, script: Script = () => textResult('done')): ScriptedTool {
  const runs: Ran[] = [];
  const handler = (args: JsonObject, context: HandlerContext<keyof ToolPorts>): unknown => {
    runs.push({ args, context });
    return script(args, context);
  };
  // What a script returns is anything on purpose; the type of a handler promises more.
  return { tool: plainTool(more), loader: async () => handler as Awaited<ReturnType<HandlerLoader>>, runs };
}

export function textResult(text: string) {
  return { blocks: [{ type: 'text' as const, text }] };
}

/** A tool that asks in readonly: of mode `memory`, which needs no guard. */
export function askingTool(more: Partial<Tool> = {}, script?: Script): ScriptedTool {
  return scriptedTool({ name: 'asks', mode: 'memory', policyClass: 'read_write', ...more }, script);
}
