// Random keys of this home, each a file of its own, made once however many processes start together.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, linkSync, openSync, readSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { failureCode } from './describe-failure.ts';
import { attempt, makePrivate, refused, unavailable } from './private-folder.ts';
import { writeDraft } from './write-file.ts';

const lost =
  'Restore it from a backup. Without one, remove the file to get a new key; what the old one signed or sealed can then no longer be checked.';

/**
 * The key in the file, or as many random bytes written to it first. Processes that race get the same key. Throws `store_unavailable`
 * for a file of another length, of another user, or that is no file.
 */
export function readOrCreateKeyFile(path: string, bytes: number): Buffer {
  return readKey(path, bytes) ?? createKey(path, bytes);
}

function readKey(path: string, bytes: number): Buffer | null {
  const handle = openKey(path);
  if (handle === null) return null;
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw unavailable(path, 'it is no regular file', lost);
    makePrivate(handle, { path, mode: 0o600 });
    if (stats.size !== bytes) throw unavailable(path, `it holds ${stats.size} bytes and a key has ${bytes}`, lost);
    const key = Buffer.alloc(bytes);
    const read = attempt(path, 'read', () => readSync(handle, key, 0, bytes, 0));
    if (read !== bytes) throw unavailable(path, `only ${read} of its ${bytes} bytes can be read`, lost);
    return key;
  } finally {
    closeSync(handle);
  }
}

/** Not blocking: a FIFO in place of the file would make us wait for a writer. */
function openKey(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (failureCode(cause) === 'ENOENT') return null;
    throw refused(path, 'opened', cause);
  }
}

/** Written whole under a name of its own and only then linked: who loses the race, or comes in between, never reads half a key. */
function createKey(path: string, bytes: number): Buffer {
  const draft = `${path}.${randomBytes(8).toString('hex')}.draft`;
  const key = randomBytes(bytes);
  try {
    writeDraft(draft, key);
    linkSync(draft, path);
    syncFolder(dirname(path));
    return key;
  } catch (cause) {
    if (failureCode(cause) !== 'EEXIST') throw refused(path, 'created', cause);
  } finally {
    rmSync(draft, { force: true });
  }
  const winner = readKey(path, bytes);
  if (winner === null) throw unavailable(path, 'it vanished while it was created', 'Try again.');
  return winner;
}

/** A key that is in use but gone after a power cut would leave signatures that nobody can check. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
