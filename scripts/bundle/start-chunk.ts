// Puts what both the command and the library load at once into one chunk: a start that opens few files is faster than one that opens twenty.
import type { Rolldown } from 'tsdown';

export interface StartDoors {
  /** Entries that share the chunk. */
  readonly sharing: readonly string[];
  /** Entries that must load nothing of it: what they reach is left to the bundler. */
  readonly apart: readonly string[];
}

/** Names the chunk of a module; null where the bundler decides. */
export function startChunk(doors: StartDoors): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let start: ReadonlySet<string> | null = null;
  return (id, context) => {
    start ??= startModules(doors, context);
    return start.has(id) ? 'start' : null;
  };
}

function startModules({ sharing, apart }: StartDoors, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const shared = sharing.map((entry) => reachedFrom(entry, context));
  const kept = apart.map((entry) => reachedFrom(entry, context));
  const [first = new Set<string>(), ...others] = shared;
  const inAll = [...first].filter((id) => others.every((modules) => modules.has(id)));
  return new Set(inAll.filter((id) => kept.every((modules) => !modules.has(id))));
}

/** By imports that are not dynamic. */
function reachedFrom(entry: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(context.getModuleInfo(next)?.importedIds ?? []));
  }
  return reached;
}
