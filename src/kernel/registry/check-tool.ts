// What a description must fulfil to enter the registry: plain and small JSON, all members, names, references, a mode that exists.
import { CapabilityError, type JsonValue, type Tool } from '../../contract/index.ts';
import { checkJsonValue, escapeVisible } from '../../text/index.ts';
import { frozenCopy } from './frozen-copy.ts';
import { misshapenMember } from './tool-shape.ts';

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
/** Aliases may keep the dotted form of the name they stand for. */
const aliasPattern = /^[A-Za-z0-9_.-]{1,64}$/;
const maxDefinitionBytes = 256 * 1024;
const maxTimeoutMs = 24 * 60 * 60 * 1000;
const maxShownChars = 80;

/** What was checked and is frozen stays so: whoever checks before he registers has it checked once. */
const checked = new WeakSet<Tool>();

/** The description as the registry keeps it: a frozen copy. Throws `invalid_tool` or `unknown_mode`. */
export function checkTool(given: Tool, isKnownMode: (mode: string) => boolean): Tool {
  if (checked.has(given) && isKnownMode(given.mode)) return given;
  const json = checkJsonValue(given, { maxBytes: maxDefinitionBytes });
  if (!json.ok) fail(given, `its definition cannot be taken: ${json.problem.message}`);
  const tool = frozenCopy(given);
  const misshapen = misshapenMember(tool);
  if (misshapen !== null) fail(tool, `its member ${misshapen} is missing or not what it has to be`);
  if (!namePattern.test(tool.name)) fail(tool, 'its name must be 1 to 64 letters, digits, underscores or hyphens');
  const wrongAlias = tool.aliases.find((alias) => !aliasPattern.test(alias));
  if (wrongAlias !== undefined) fail(tool, `the alias ${shown(wrongAlias)} is not a name`);
  if (!(tool.timeoutMs > 0 && tool.timeoutMs <= maxTimeoutMs))
    fail(tool, 'its timeout must be above 0 and at most a day');
  if (tool.parameters['type'] !== 'object') fail(tool, 'its parameters must be a JSON Schema of type object');
  const outside = outsideReference(tool.parameters);
  if (outside !== null)
    fail(tool, `its schema refers to ${shown(outside)}, and only references inside the schema are followed`);
  if (!isKnownMode(tool.mode)) failMode(tool);
  checked.add(tool);
  return tool;
}

/** Throws `invalid_tool`. */
export function fail(tool: { readonly name: unknown }, why: string): never {
  const name = typeof tool.name === 'string' ? tool.name.slice(0, maxShownChars) : '';
  throw new CapabilityError('invalid_tool', `The tool ${shown(name)} cannot be registered: ${why}.`, {
    details: { tool: name },
  });
}

function failMode({ name, mode }: Tool): never {
  const message = `The tool ${name} names the mode ${shown(mode)}, which does not exist.`;
  throw new CapabilityError('unknown_mode', message, { details: { tool: name, mode: mode.slice(0, maxShownChars) } });
}

/** What a foreign definition says, fit for a message. */
function shown(text: string): string {
  return JSON.stringify(escapeVisible(text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text));
}

const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** The first reference that leaves the schema. */
function outsideReference(schema: JsonValue): string | null {
  const open: JsonValue[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (references.has(key) && typeof child === 'string' && !child.startsWith('#')) return child;
      open.push(child);
    }
  }
  return null;
}
