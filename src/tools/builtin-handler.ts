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
    return tool.run(complete, { ...context, ports: declared(context.ports, tool.needs ?? []) });
  };
}

/** The ports that the tool declared and no other, each made when it is taken. */
function declared<Need extends keyof ToolPorts>(ports: ToolPorts, needs: readonly Need[]): Pick<ToolPorts, Need> {
  const own = {};
  for (const need of needs) Object.defineProperty(own, need, { enumerable: true, get: () => ports[need] });
  // Holds exactly the names that the loop has given it.
  return own as Pick<ToolPorts, Need>;
}
