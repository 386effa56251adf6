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
  const loading = new WeakMap<Tool, Promise<Handler>>();
  return {
    put(tool, loader) {
      loaders.set(tool, loader);
    },
    async load(tool) {
      let handler = loading.get(tool);
      if (handler === undefined) {
        handler = loadHandler(tool, loaders.get(tool));
        loading.set(tool, handler);
      }
      try {
        return await handler;
      } catch (cause) {
        // What could not be loaded now may be loadable next time.
        loading.delete(tool);
        throw cause;
      }
    },
  };
}

async function loadHandler({ name }: Tool, loader: HandlerLoader | undefined): Promise<Handler> {
  if (loader === undefined) throw new CapabilityError('internal', `No executor is registered for ${name}.`);
  const handler = await loader();
  if (typeof handler !== 'function')
    throw new CapabilityError('internal', `What was loaded to execute ${name} is no function.`);
  return handler;
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
