// Stage 1: which tool is meant, on the caller's own catalogue. What the caller may not see is unknown, to the byte.
import type { Call, JsonObject, Tool } from '../../../contract/index.ts';
import { nearNames } from '../../../text/index.ts';
import { isVisible } from '../../registry/filter.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import { go, refuse, type Step } from '../frame/step.ts';
import { readArguments, type ReadArguments } from './read-arguments.ts';

export interface Resolved {
  readonly call: Call;
  readonly tool: Tool;
  /** The arguments as read, or what was wrong with them: stage 3 says so, once it is known that the tool may be spoken of. */
  readonly read: ReadArguments;
}

export function resolve(call: Call, deps: GateDeps): Step<Resolved> {
  const read = readArguments(call.arguments);
  const tool = deps.registry.find(call.tool);
  if (tool !== undefined && isVisible(tool, call.caller)) {
    return go({ call, tool, read: read.ok ? { ok: true, value: renameArguments(tool, read.value) } : read });
  }
  return transformed(call, read, deps) ?? unknown(call, deps);
}

/** `mkdir({path})` and its like mean a call that exists: rewritten before anything is judged, so that what is judged is what runs. */
function transformed(call: Call, read: ReadArguments, deps: GateDeps): Step<Resolved> | null {
  if (!read.ok) return null;
  const transform = deps.transforms.find((item) => item.name === call.tool);
  const tool = transform === undefined ? undefined : deps.registry.find(transform.to);
  if (transform === undefined || tool === undefined || !isVisible(tool, call.caller)) return null;
  const value = transform.transform(read.value);
  return value === null ? null : go({ call, tool, read: { ok: true, value } });
}

function renameArguments(tool: Tool, value: JsonObject): JsonObject {
  let copy: Record<string, JsonObject[string]> | null = null;
  for (const key of Object.keys(value)) {
    const own = Object.hasOwn(tool.argumentAliases, key) ? tool.argumentAliases[key] : undefined;
    // Both spellings at once are a contradiction: the alias stays and is reported as unknown.
    if (own === undefined || Object.hasOwn(value, own)) continue;
    copy ??= { ...value };
    const held = copy[key];
    delete copy[key];
    if (held !== undefined) copy[own] = held;
  }
  return copy ?? value;
}

function unknown(call: Call, deps: GateDeps): Step<never> {
  const nearest = nearNames(call.tool, visibleNames(call, deps));
  const name = JSON.stringify(call.tool.length > 80 ? `${call.tool.slice(0, 77)}…` : call.tool);
  return refuse('resolve', 'unknown_tool', {
    reason: `There is no tool named ${name}.`,
    hint: nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : 'List the tools to see what there is.',
    nearest,
  });
}

function* visibleNames(call: Call, deps: GateDeps): Iterable<string> {
  for (const tool of deps.registry.snapshot().all()) {
    if (!isVisible(tool, call.caller)) continue;
    yield tool.name;
    yield* tool.aliases;
  }
}
