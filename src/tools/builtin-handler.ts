// Turns a declared built-in into the Handler that the gate runs.
import type { z } from 'zod';
import type { Admitted, BuiltinTool, Handler, ToolPorts } from '../contract/index.ts';

/**
 * The gate has validated the arguments against the tool's JSON Schema, which is made from `input`; parsing them once more fills in the
 * defaults. A throw there is a fault of ours: schema and input disagree.
 */
export function builtinHandler<Input extends z.ZodObject, Need extends keyof ToolPorts>(
  tool: BuiltinTool<Input, Need>,
): Handler {
  return async (args, context) => {
    // The same admitted arguments, with the defaults filled in.
    const complete = tool.input.parse(args) as Admitted<z.output<Input>>;
    return tool.run(complete, context);
  };
}
