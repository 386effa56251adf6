// The lock files of this place: one beside each file that names servers. Read anew when they change, written when the owner says so.
import { dirname, isAbsolute, join } from 'node:path';
import {
  fileStamp,
  locateConfig,
  readTextFile,
  replaceFile,
  userFolder,
  type Environment,
} from '../../../host/index.ts';
import type { ServerSpec } from '../../../sources/index.ts';
import { isFrozenBy } from './frozen.ts';
import { lockName } from './lock-name.ts';
import { formatLock, maxLockBytes, readLock, type LockedServer, type LockReading } from './lock-text.ts';
import type { Portable } from './locked-server.ts';

export interface LockPlace {
  readonly workspace: string;
  readonly env: Environment;
  readonly redact: (text: string) => string;
}

/** Null where there is no such file. */
export type Locked = { readonly path: string; readonly reading: LockReading | null };

export interface Locks {
  /** Nothing that is not as locked is started or called, and nothing is accepted. */
  readonly isFrozen: boolean;
  readonly portable: Portable;
  of(spec: ServerSpec): Locked;
  /** In place of what the files held; of a server with null it is kept as it was. Answers the paths. */
  write(servers: readonly (readonly [ServerSpec, LockedServer | null])[]): readonly string[];
}

export function createLocks({ workspace, env, redact }: LockPlace): Locks {
  const read = new Map<string, { readonly stamp: string; readonly reading: LockReading | null }>();
  const ownFolder = dirname(locateConfig(env).path);
  const pathOf = ({ from }: ServerSpec): string => join(isAbsolute(from) ? dirname(from) : ownFolder, lockName);

  function readingOf(path: string): LockReading | null {
    const stamp = fileStamp(path);
    const known = read.get(path);
    if (known !== undefined && known.stamp === stamp) return known.reading;
    const file = readTextFile(path, maxLockBytes);
    const reading =
      file.kind === 'absent'
        ? null
        : file.kind === 'text'
          ? readLock(file.text)
          : ({ ok: false, problem: `it ${file.problem}` } as const);
    read.set(path, { stamp, reading });
    return reading;
  }

  return {
    isFrozen: isFrozenBy(env),
    portable: { workspace, userFolder: userFolder(env), redact },
    of(spec) {
      const path = pathOf(spec);
      return { path, reading: readingOf(path) };
    },
    write(servers) {
      const files = Map.groupBy(servers, ([spec]) => pathOf(spec));
      const written = [...files].map(([path, entries]) => {
        const before = readingOf(path);
        const lock = new Map<string, LockedServer>();
        for (const [{ name }, server] of entries) {
          const kept = server ?? (before?.ok === true ? before.lock.get(name) : undefined);
          if (kept !== undefined) lock.set(name, kept);
        }
        return [path, lock] as const;
      });
      for (const [path, lock] of written) if (lock.size > 0) replaceFile(path, formatLock(lock));
      return written.flatMap(([path, lock]) => (lock.size > 0 ? [path] : []));
    },
  };
}
