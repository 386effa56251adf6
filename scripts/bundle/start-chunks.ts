// Puts what the command loads at once into few chunks: a start that opens six files is faster than one that opens twenty.
import type { Rolldown } from 'tsdown';

export interface StartDoors {
  readonly library: string;
  readonly command: string;
  /** Modules that the command imports only when asked to, and nearly always is. */
  readonly usual: readonly string[];
  /** Entries that must load nothing of the others but what all of them need. */
  readonly apart: readonly string[];
}

type Lookup = Rolldown.ChunkingContext;

/** Names the chunk of a module; null where the bundler decides. */
export function startChunks(doors: StartDoors): (id: string, lookup: Lookup) => string | null {
  let chunks: ReadonlyMap<string, string> | null = null;
  return (id, lookup) => {
    chunks ??= chunksOf(doors, lookup);
    return chunks.get(id) ?? null;
  };
}

function chunksOf({ library, command, usual, apart }: StartDoors, lookup: Lookup): ReadonlyMap<string, string> {
  // Sooner or later: it must never load a chunk of the command for what it needs of it.
  const ofLibrary = reachedFrom([library], (id) => [...importedBy(id, lookup), ...importedLaterBy(id, lookup)]);
  const ofCommand = reachedFrom([command, ...usual], (id) => importedBy(id, lookup));
  const others = reachedFrom(apart, (id) => importedBy(id, lookup));
  const chunkOf = (id: string): string => {
    if (others.has(id)) return 'shared';
    return ofLibrary.has(id) ? 'start' : 'command';
  };
  return new Map([...ofCommand].filter((id) => id !== command).map((id) => [id, chunkOf(id)]));
}

function importedBy(id: string, lookup: Lookup): readonly string[] {
  return lookup.getModuleInfo(id)?.importedIds ?? [];
}

function importedLaterBy(id: string, lookup: Lookup): readonly string[] {
  return lookup.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
}

function reachedFrom(entries: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...next(id));
  }
  return reached;
}
