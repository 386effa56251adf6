// Takes a call that carries another one for the call that it carries, before anything is judged: what is judged, recorded and run is the tool
// that is meant, under its own name.
import { bridges, type JsonObject, type JsonValue, type Tool } from '../../../contract/index.ts';
import { isRawNumber } from '../../../text/index.ts';
import { isVisible } from '../../registry/filter.ts';
import { isBridge } from '../../registry/is-bridge.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import { readArguments, type ReadArguments } from '../frame/read-arguments.ts';
import type { ReadCall } from '../frame/read-call.ts';
import { go, refuse, type Step } from '../frame/step.ts';
import { renameArguments } from './resolve.ts';

/** Any other call as it is. What carries none, for want of a name, stays what it is, and its schema says what is missing. */
export function unwrap(call: ReadCall, deps: Pick<GateDeps, 'registry'>): Step<ReadCall> {
  const carrier = deps.registry.find(call.tool);
  if (!isCarrier(carrier) || !isVisible(carrier, call.caller, deps.registry.snapshot().scopes) || !call.read.ok)
    return go(call);
  const { name, arguments: args, ...others } = renameArguments(carrier, call.read.value);
  const read = readCarried(args);
  if (typeof name !== 'string' || read === null || Object.keys(others).length > 0) return go(call);
  if (!isCarrier(deps.registry.find(name))) return go({ ...call, tool: name, read });
  return refuse('resolve', 'invalid_arguments', {
    reason: `${bridges.call} cannot call itself. Nothing was run.`,
    hint: 'Give the name of the tool that is meant, and its arguments.',
  });
}

function isCarrier(tool: Tool | undefined): tool is Tool {
  return tool !== undefined && tool.name === bridges.call && isBridge(tool);
}

/** An object, or the JSON text of one, which loses nothing on the way; null where it is neither. */
function readCarried(args: JsonValue | undefined): ReadArguments | null {
  if (args === undefined) return { ok: true, value: {} };
  if (typeof args === 'string') return readArguments({ json: args });
  return isObject(args) ? { ok: true, value: args } : null;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
