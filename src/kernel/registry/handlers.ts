// Where executors are kept: beside each registry, reachable from the gate alone. No registry, snapshot, description or context leads
// here, and the import table lets nobody but kernel/gate and kernel/registry in.
import { CapabilityError, type Handler, type HandlerLoader, type Tool } from '../../contract/index.ts';

export interface Handlers {
  put(tool: Tool, loader: HandlerLoader): void;
  /** The handler of this very entry; an entry that was swapped out keeps its own, so that calls in flight end as they began. */
  load(tool: Tool): Promise<Handler>;
}

/** By registry: several live in one process, and none can be asked for the executors of another. */
const ofRegistry = new WeakMap<object, Handlers>();

export function createHandlers(): Handlers {
  const loaders = new WeakMap<Tool, HandlerLoader>();
  const loaded = new WeakMap<Tool, Handler>();
  return {
    put(tool, loader) {
      loaders.set(tool, loader);
    },
    async load(tool) {
      const known = loaded.get(tool);
      if (known !== undefined) return known;
      const loader = loaders.get(tool);
      if (loader === undefined) throw new CapabilityError('internal', `No executor is registered for ${tool.name}.`);
      const handler = await loader();
      loaded.set(tool, handler);
      return handler;
    },
  };
}

export function keepHandlers(registry: object, handlers: Handlers): void {
  ofRegistry.set(registry, handlers);
}

/** Throws `internal` for what is no registry of ours. */
export function handlersOf(registry: object): Handlers {
  const handlers = ofRegistry.get(registry);
  if (handlers === undefined) throw new CapabilityError('internal', 'This registry was not made by createRegistry.');
  return handlers;
}
