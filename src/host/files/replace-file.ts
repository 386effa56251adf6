// Puts a whole new content in the place of a file, or of nothing, in one step: readers see the old content or the new one.
import { constants } from 'node:fs';
import { link, lstat, mkdir, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BigIntStats } from 'node:fs';
import { CapabilityError, type ConfinedPath } from '../../contract/index.ts';
import { randomHex } from '../../text/index.ts';
import { digestOf, isSameFile } from './path/file-identity.ts';
import { drift, handlePath, openDirectory, openProven } from './open-proven.ts';
import { resolvePath } from './path/resolve-path.ts';
import { systemCode } from './path/system-code.ts';

/**
 * Everything happens through the open parent directory, so that no name on the way can be swapped. Mode and owner stay; access
 * lists and extended attributes do not. Throws `drift` when the target is not what was checked any more, and leaves it alone.
 */
export async function replaceFile(path: ConfinedPath, content: Uint8Array): Promise<void> {
  const parent = await openParent(path);
  const directory = handlePath(parent, dirname(path.real));
  const draft = join(directory, `.gatehouse-${randomHex(8)}.tmp`);
  try {
    const before = await proveTarget(path, directory);
    await writeDraft(draft, content, before);
    await proveTarget(path, directory);
    await moveIntoPlace(draft, join(directory, basename(path.real)), path);
    // Without it the new name may be lost with the power; some file systems cannot do it.
    await parent.sync().catch(() => undefined);
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    throw asFault(cause, path);
  } finally {
    await parent.close();
  }
}

/** The parent, with missing directories created one by one below the deepest that is there. */
async function openParent(path: ConfinedPath): Promise<FileHandle> {
  const missing: string[] = [];
  let real = dirname(path.real);
  while ((await lstat(real).catch(() => null)) === null && real !== '/') {
    missing.unshift(basename(real));
    real = dirname(real);
  }
  const deepest = await resolvePath(real, '/');
  if (deepest.kind === 'problem' || deepest.real !== real) throw drift(path.shown);
  let handle = await openDirectory(real, path.shown);
  for (const name of missing) {
    try {
      await mkdir(join(handlePath(handle, real), name));
    } catch (cause) {
      if (systemCode(cause) !== 'EEXIST') throw await closing(handle, asFault(cause, path));
    }
    const above = handle;
    real = join(real, name);
    try {
      handle = await openDirectory(real, path.shown);
    } finally {
      await above.close();
    }
  }
  return handle;
}

async function closing(handle: FileHandle, fault: Error): Promise<Error> {
  await handle.close();
  return fault;
}

/** What is in the place now, or null for nothing; throws `drift` where that differs from what was checked. */
async function proveTarget(path: ConfinedPath, directory: string): Promise<BigIntStats | null> {
  const name = join(directory, basename(path.real));
  const entry = await lstat(name, { bigint: true }).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return null;
    throw cause;
  });
  if (!isSameFile(path.identity, entry)) throw drift(path.shown);
  if (entry === null || path.identity.kind === 'absent') return null;
  // A further name since the check: the file is no longer only ours to replace.
  if (!entry.isFile() || entry.nlink > 1n) throw drift(path.shown);
  if (path.identity.digest === null) return entry;
  const { handle } = await openProven(path);
  try {
    if ((await digestOf(handle)) !== path.identity.digest) throw drift(path.shown);
  } finally {
    await handle.close();
  }
  return entry;
}

async function writeDraft(draft: string, content: Uint8Array, before: BigIntStats | null): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // The content of a private file is never readable by others, not even for a moment.
  const handle = await open(draft, flags, before === null ? 0o666 : 0o600);
  try {
    await handle.writeFile(content);
    if (before !== null) {
      const own = await handle.stat({ bigint: true });
      const mode = Number(before.mode & 0o7777n);
      const isOwnersFile = own.uid === before.uid && own.gid === before.gid;
      const keepsOwner = isOwnersFile || (await tryChown(handle, before));
      // Set-user-id bits must not pass to another owner's file.
      await handle.chmod(keepsOwner ? mode : mode & 0o777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function tryChown(handle: FileHandle, { uid, gid }: BigIntStats): Promise<boolean> {
  try {
    await handle.chown(Number(uid), Number(gid));
    return true;
  } catch {
    // Only root may give a file away: then it belongs to whoever writes it.
    return false;
  }
}

async function moveIntoPlace(draft: string, target: string, path: ConfinedPath): Promise<void> {
  if (path.identity.kind === 'present') return rename(draft, target);
  try {
    // Unlike a rename a link never replaces what somebody put there since.
    await link(draft, target);
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'EEXIST') throw drift(path.shown);
    // File systems without links, such as FAT: proven absent a moment ago is all there is.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw cause;
    return rename(draft, target);
  }
  return unlink(draft);
}

function asFault(cause: unknown, { shown }: ConfinedPath): Error {
  if (cause instanceof CapabilityError) return cause;
  const code = systemCode(cause) ?? 'unknown error';
  return new CapabilityError('path_refused', `${shown} cannot be written (${code}). It is unchanged.`, {
    cause,
    details: { path: shown },
  });
}
