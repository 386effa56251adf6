// Stage 1: which tool is meant, on the caller's own catalogue. What the caller may not see is unknown, to the byte.
import type { JsonObject, JsonValue, Tool } from '../../../contract/index.ts';
import { cutHead } from '../../../text/index.ts';
import { seenTools } from '../../catalog/seen-tools.ts';
import { isVisible } from '../../registry/filter.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import type { ReadCall } from '../frame/read-call.ts';
import { go, refuse, type Step } from '../frame/step.ts';
import type { ReadArguments } from '../frame/read-arguments.ts';

export interface Resolved {
  readonly call: ReadCall;
  readonly tool: Tool;
  /** The arguments under the names that the tool gives them. */
  readonly read: ReadArguments;
}

export function resolve(call: ReadCall, deps: GateDeps): Step<Resolved> {
  const { read } = call;
  const tool = deps.registry.find(call.tool);
  if (tool !== undefined && isVisible(tool, call.caller, deps.registry.snapshot().scopes)) {
    return go({ call, tool, read: read.ok ? { ok: true, value: renameArguments(tool, read.value) } : read });
  }
  return transformed(call, deps) ?? unknown(call, deps);
}

/** `mkdir({path})` and its like mean a call that exists: rewritten before anything is judged, so that what is judged is what runs. */
function transformed(call: ReadCall, deps: GateDeps): Step<Resolved> | null {
  const { read } = call;
  if (!read.ok) return null;
  const transform = deps.transforms.find((item) => item.name === call.tool);
  const tool = transform === undefined ? undefined : deps.registry.find(transform.to);
  if (transform === undefined || tool === undefined || !isVisible(tool, call.caller, deps.registry.snapshot().scopes))
    return null;
  const value = transform.transform(read.value);
  return value === null ? null : go({ call, tool, read: { ok: true, value } });
}

/** Under the names that the tool gives them. */
export function renameArguments(tool: Tool, value: JsonObject): JsonObject {
  const ownName = (key: string): string => {
    const own = Object.hasOwn(tool.argumentAliases, key) ? tool.argumentAliases[key] : undefined;
    // Both spellings at once are a contradiction: the alias stays and is reported as unknown.
    return own === undefined || Object.hasOwn(value, own) ? key : own;
  };
  const keys = Object.keys(value);
  if (keys.every((key) => ownName(key) === key)) return value;
  const renamed = new Map<string, JsonValue>();
  for (const [key, member] of Object.entries(value)) {
    // Two aliases of one argument contradict each other just so.
    const name = renamed.has(ownName(key)) ? key : ownName(key);
    renamed.set(name, member);
  }
  // Object.fromEntries defines members: one that is named __proto__ stays a member.
  return Object.fromEntries(renamed);
}

function unknown(call: ReadCall, deps: GateDeps): Step<never> {
  const nearest = seenTools(deps.registry.snapshot(), call.caller).near(call.tool);
  const { text, omittedChars } = cutHead(call.tool, 80);
  const name = JSON.stringify(omittedChars > 0 ? `${text}…` : text);
  return refuse('resolve', 'unknown_tool', {
    reason: `There is no tool named ${name}.`,
    hint: nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : 'List the tools to see what there is.',
    nearest,
  });
}
