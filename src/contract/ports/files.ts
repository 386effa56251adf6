// Files as handlers see them: only paths that were confined, proven again on the opened handle.
import type { ConfinedPath } from '../proof/proofs.ts';

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'absent';
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory';
}

/** Contract: every operation opens without following links and throws CapabilityError `drift` when what it opened is not what was checked. */
export interface FileAccess {
  stat(path: ConfinedPath): Promise<FileStat>;
  /** Reads at most `maxBytes` from `offset`. Throws `path_refused` for anything but a regular file. */
  read(path: ConfinedPath, range: { readonly offset: number; readonly maxBytes: number }): Promise<Uint8Array>;
  /** The content for files too large to hold. A chunk is valid until the next one is asked for. Throws `path_refused` for anything but a regular file. */
  chunks(path: ConfinedPath, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Writes the whole content beside the file and moves it into place; keeps the mode of a file that was there. Creates parents. */
  replace(path: ConfinedPath, content: Uint8Array): Promise<void>;
  /** What lies in a directory and the same rules would show, sorted by name. Throws `path_refused` for anything else. */
  list(directory: ConfinedPath): Promise<readonly FileEntry[]>;
  /** The directory that holds the path, judged by the same rules; null where they refuse it or there is none. */
  parent(path: ConfinedPath): Promise<ConfinedPath | null>;
  /** A path below a confined directory, judged by the same rules, or by those of writing; null where they refuse it, or would ask about it alone. */
  within(directory: ConfinedPath, relative: string, action?: 'write'): Promise<ConfinedPath | null>;
}
