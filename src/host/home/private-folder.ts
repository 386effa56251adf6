// Folders and files that are the owner's alone: made so, tightened where they are ours, refused where they are not.
import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { CapabilityError } from '../../contract/index.ts';
import { adviceFor, describeFailure, failureCode } from './describe-failure.ts';

const othersBits = 0o077;

export interface FolderWish {
  readonly create: boolean;
  /** Called with the real path before permissions of others are taken away; throws where that would be wrong. */
  readonly before?: (real: string) => void;
}

/**
 * Answers the real path of a folder that is ours and closed to others (0700); one that is open to others is closed. Throws
 * `store_unavailable`, also where the folder is absent and not to be created.
 */
export function privateFolder(path: string, { create, before }: FolderWish): string {
  const real = existingFolder(path, create);
  const handle = attempt(path, 'opened', () =>
    openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW),
  );
  try {
    makePrivate(handle, { path, mode: 0o700, before: () => before?.(real) });
  } finally {
    closeSync(handle);
  }
  return real;
}

export interface Tightening {
  readonly path: string;
  /** What the permissions become where others have any. */
  readonly mode: number;
  readonly before?: () => void;
}

/** For an open folder or file of the home: refuses one of another user, takes the permissions of others away. */
export function makePrivate(handle: number, { path, mode, before }: Tightening): void {
  const stats = fstatSync(handle);
  const self = process.getuid?.();
  // No user ids and no permission bits: what protects the folder there is the profile it lies in.
  if (self === undefined) return;
  if (stats.uid !== self) {
    throw unavailable(
      path,
      `it belongs to another user (id ${stats.uid}, we are ${self})`,
      'Run as that user, or name a folder of yours in GATEHOUSE_HOME.',
    );
  }
  if ((stats.mode & othersBits) === 0) return;
  before?.();
  attempt(path, 'closed to other users', () => fchmodSync(handle, mode));
  // Some file systems take the change and do not make it.
  if ((fstatSync(handle).mode & othersBits) !== 0) {
    throw unavailable(
      path,
      'other users can read it, and its file system keeps no permissions',
      'Name a folder on another file system in GATEHOUSE_HOME.',
    );
  }
}

/** Runs a file operation; what the system refuses becomes `store_unavailable`. `done` completes "cannot be …". */
export function attempt<Value>(path: string, done: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw refused(path, done, cause);
  }
}

/** The fault that stands for a failed system call; what is none of those is thrown as it is. */
export function refused(path: string, done: string, cause: unknown): CapabilityError {
  if (failureCode(cause) === null) throw cause;
  const message = `${path} cannot be ${done}: ${describeFailure(cause)}. ${adviceFor(cause)}`;
  return new CapabilityError('store_unavailable', message, { details: { path }, cause });
}

export function unavailable(path: string, why: string, advice: string): CapabilityError {
  return new CapabilityError('store_unavailable', `${path} cannot be used: ${why}. ${advice}`, { details: { path } });
}

function existingFolder(path: string, create: boolean): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (failureCode(cause) !== 'ENOENT') throw refused(path, 'opened', cause);
    if (!create)
      throw unavailable(path, 'it is not there', 'Run gatehouse init, or name the right folder in GATEHOUSE_HOME.');
  }
  attempt(path, 'created', () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  return attempt(path, 'opened', () => realpathSync(path));
}
