// What a description must fulfil to enter the registry: names, size, references, a mode that exists.
import { CapabilityError, type JsonValue, type Tool } from '../../contract/index.ts';

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
/** Aliases may keep the dotted form of the name they stand for. */
const aliasPattern = /^[A-Za-z0-9_.-]{1,64}$/;
const maxDefinitionBytes = 256 * 1024;
const maxTimeoutMs = 24 * 60 * 60 * 1000;

/** Throws `invalid_tool` or `unknown_mode`. */
export function checkTool(tool: Tool, isKnownMode: (mode: string) => boolean): void {
  if (!namePattern.test(tool.name)) fail(tool, 'its name must be 1 to 64 letters, digits, underscores or hyphens');
  for (const alias of tool.aliases) {
    if (!aliasPattern.test(alias)) fail(tool, `the alias ${JSON.stringify(alias)} is not a name`);
  }
  if (!isKnownMode(tool.mode)) {
    throw new CapabilityError('unknown_mode', `The tool ${tool.name} names the mode ${JSON.stringify(tool.mode)}, which does not exist.`, {
      details: { tool: tool.name, mode: tool.mode },
    });
  }
  if (!(tool.timeoutMs > 0 && tool.timeoutMs <= maxTimeoutMs)) fail(tool, 'its timeout must be above 0 and at most a day');
  if (tool.parameters['type'] !== 'object') fail(tool, 'its parameters must be a JSON Schema of type object');
  if (JSON.stringify(tool).length > maxDefinitionBytes) fail(tool, `its definition is larger than ${maxDefinitionBytes} bytes`);
  const remote = remoteReference(tool.parameters);
  if (remote !== null) fail(tool, `its schema refers to ${JSON.stringify(remote)}, and only references inside the schema are followed`);
}

function fail(tool: Tool, why: string): never {
  const name = tool.name.slice(0, 80);
  throw new CapabilityError('invalid_tool', `The tool ${JSON.stringify(name)} cannot be registered: ${why}.`, { details: { tool: name } });
}

/** The first `$ref` that leaves the schema. Iterative: a foreign schema may be deep. */
function remoteReference(schema: JsonValue): string | null {
  const open: JsonValue[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if ((key === '$ref' || key === '$dynamicRef') && typeof child === 'string' && !child.startsWith('#')) return child;
      open.push(child);
    }
  }
  return null;
}
