// The files port: everything that tools do to files, on handles that were proven.
import { lstat, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import {
  CapabilityError,
  type ConfinedPath,
  type FileAccess,
  type FileEntry,
  type FileStat,
} from '../../contract/index.ts';
import type { Confinement } from './confinement.ts';
import { isSameFile } from './path/file-identity.ts';
import { drift, handlePath, openProven } from './open-proven.ts';
import { replaceFile } from './replace-file.ts';

const chunkBytes = 1 << 18;
/** Directories with more entries are listed up to here. */
const mostEntries = 10_000;

/** Takes only paths that this confinement minted; all others are `path_refused`. */
export function createFileAccess({ confinement }: { readonly confinement: Confinement }): FileAccess {
  const own = (path: ConfinedPath): ConfinedPath => {
    if (confinement.minted(path)) return path;
    throw new CapabilityError('path_refused', 'This path was not confined here.');
  };
  return {
    stat: async (path) => statPath(own(path)),
    async read(path, { offset, maxBytes }) {
      return withFile(own(path), async (handle, size) => {
        const length = Math.max(0, Math.min(maxBytes, size - offset));
        return readFully(handle, offset, length);
      });
    },
    chunks: (path, signal) => streamFile(own(path), signal),
    async replace(path, content) {
      if (own(path).action === 'read')
        throw new CapabilityError('path_refused', `${path.shown} was opened for reading.`);
      await replaceFile(path, content);
    },
    list: async (directory) => listDirectory(own(directory), confinement),
    async parent(path) {
      const confined = await confinement.parent(path);
      return confined.ok ? confined.path : null;
    },
    async within(directory, below, action) {
      const confined = await confinement.within(directory, below, action);
      return confined.ok && confined.zone !== 'prompt' ? confined.path : null;
    },
  };
}

async function statPath(path: ConfinedPath): Promise<FileStat> {
  const entry = await lstat(path.real, { bigint: true }).catch(() => null);
  if (!isSameFile(path.identity, entry)) throw drift(path.shown);
  if (entry === null) return { kind: 'absent', size: 0, mode: 0, modifiedAt: 0 };
  return {
    kind: entry.isDirectory() ? 'directory' : 'file',
    size: Number(entry.size),
    mode: Number(entry.mode & 0o7777n),
    modifiedAt: Number(entry.mtimeMs),
  };
}

async function withFile<Answer>(
  path: ConfinedPath,
  use: (handle: FileHandle, size: number) => Promise<Answer>,
): Promise<Answer> {
  const { handle, entry } = await openProven(path);
  try {
    if (!entry.isFile()) throw new CapabilityError('path_refused', `${path.shown} is not a regular file.`);
    return await use(handle, Number(entry.size));
  } finally {
    await handle.close();
  }
}

async function readFully(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function* streamFile(path: ConfinedPath, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const { handle, entry } = await openProven(path);
  try {
    if (!entry.isFile()) throw new CapabilityError('path_refused', `${path.shown} is not a regular file.`);
    for (let position = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function listDirectory(directory: ConfinedPath, confinement: Confinement): Promise<readonly FileEntry[]> {
  const { handle, entry } = await openProven(directory);
  let names: readonly string[];
  try {
    if (!entry.isDirectory()) throw new CapabilityError('path_refused', `${directory.shown} is not a directory.`);
    names = (await readdir(handlePath(handle, directory.real))).toSorted().slice(0, mostEntries);
  } finally {
    await handle.close();
  }
  const entries = await Promise.all(
    names.map(async (name): Promise<readonly FileEntry[]> => {
      const confined = await confinement.within(directory, name);
      if (!confined.ok || confined.path.identity.kind === 'absent') return [];
      const stat = await statPath(confined.path).catch(() => null);
      return stat === null || stat.kind === 'absent' ? [] : [{ name, kind: stat.kind }];
    }),
  );
  return entries.flat();
}
