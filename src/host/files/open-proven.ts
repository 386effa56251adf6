// Opens a confined path and proves on the open handle that it is what was judged. A handle cannot be swapped; a name can.
import { constants, existsSync, type BigIntStats } from 'node:fs';
import { open, readlink, type FileHandle } from 'node:fs/promises';
import { CapabilityError, type ConfinedPath } from '../../contract/index.ts';
import { isSameFile } from './path/file-identity.ts';
import { systemCode } from './path/system-code.ts';

const hasHandlePaths = existsSync('/proc/self/fd');

/** Linux: a path that stays with the open directory, however its name is moved. Elsewhere the name itself. */
export function handlePath(handle: FileHandle, real: string): string {
  return hasHandlePaths ? `/proc/self/fd/${handle.fd}` : real;
}

/** Opens for reading. Throws `drift` when it is gone, swapped, moved or replaced by a link, and `path_refused` when it may not be opened. */
export async function openProven(path: ConfinedPath): Promise<{ handle: FileHandle; entry: BigIntStats }> {
  // O_NONBLOCK: a named pipe put there since would block the opening for ever.
  const handle = await openNoFollow(path.real, constants.O_NONBLOCK, path.shown);
  try {
    const entry = await handle.stat({ bigint: true });
    // A new pipe or device may have got the number of the file that was removed.
    const isUsable = entry.isFile() || entry.isDirectory();
    if (!isUsable || !isSameFile(path.identity, entry)) throw drift(path.shown);
    await proveName(handle, path.real, path.shown);
    return { handle, entry };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

/** Opens a directory by its real path, through no link on the way. The caller closes it. */
export async function openDirectory(real: string, shown: string): Promise<FileHandle> {
  const handle = await openNoFollow(real, constants.O_DIRECTORY, shown);
  try {
    await proveName(handle, real, shown);
    return handle;
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

export function drift(shown: string): CapabilityError {
  return new CapabilityError('drift', `${shown} is no longer what was checked. Look again, then repeat the call.`, {
    details: { path: shown },
  });
}

async function openNoFollow(real: string, flags: number, shown: string): Promise<FileHandle> {
  try {
    return await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | flags);
  } catch (cause) {
    throw openFault(cause, shown);
  }
}

/** O_NOFOLLOW covers the last name only: a directory above may have become a link. */
async function proveName(handle: FileHandle, real: string, shown: string): Promise<void> {
  if (hasHandlePaths && (await readlink(`/proc/self/fd/${handle.fd}`)) !== real) throw drift(shown);
}

function openFault(cause: unknown, shown: string): CapabilityError {
  const code = systemCode(cause) ?? 'unknown error';
  if (['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO'].includes(code)) return drift(shown);
  return new CapabilityError('path_refused', `${shown} cannot be opened (${code}).`, {
    cause,
    details: { path: shown },
  });
}
