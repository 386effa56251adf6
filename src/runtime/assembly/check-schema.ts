// Checks arguments against a tool's schema; compiled on the first call of the tool, kept by its fingerprint.
import { CapabilityError, type ArgumentProblem, type JsonValue, type Tool } from '../../contract/index.ts';
import { createSchemas } from '../../text/index.ts';

export type CheckSchema = (tool: Tool, value: JsonValue) => Promise<readonly ArgumentProblem[]>;

export function createCheckSchema(): CheckSchema {
  const schemas = createSchemas();
  return async (tool, value) => {
    try {
      const check = await schemas.compile(tool.origin.fingerprint, tool.parameters);
      return check(value);
    } catch (cause) {
      throw new CapabilityError(
        'invalid_tool',
        `The schema of ${tool.name} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    }
  };
}
