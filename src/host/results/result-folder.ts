// The folder of kept results on disk: one folder a session, one sealed file a result, bounded in size and age.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../contract/index.ts';
import { attempt } from '../home/private-folder.ts';
import { failureCode } from '../home/describe-failure.ts';
import { readEntryName, stampDigits, type EntryName } from './entry-name.ts';

export interface ResultLimits {
  readonly sessionBytes: number;
  readonly allBytes: number;
  readonly maxAgeMs: number;
}

export interface ResultFolder {
  /** In their order; empty for a session without any. */
  list(session: string): readonly EntryName[];
  /** The same with whether that is all: not where marked results of the session were here and are gone, or never were here. */
  look(session: string): { readonly entries: readonly EntryName[]; readonly isComplete: boolean };
  read(session: string, file: string): Uint8Array | null;
  /** Whole or not at all, and then what is too much goes, oldest first: answers whether something went. Throws `store_unavailable`. */
  write(session: string, file: string, content: Uint8Array): boolean;
}

/** Left where a marked result went: what it held cannot be known again. */
const goneMark = 'gone';
const writesBetweenCleanings = 64;
/** Of one session. What other processes write into it meanwhile is found then. */
const writesBetweenLooks = 16;
/** A small file takes a block of the disk and its place in every listing, so it counts as one. */
const blockBytes = 4_096;
const draft = '.draft';
/** Names, and sessions, that are remembered. */
const maxKnown = 50_000;

export function createResultFolder(folder: string, limits: ResultLimits, clock: Clock): ResultFolder {
  let writes = 0;
  const entriesOf = createNameReader();
  const mayBeTooMuch = createSizes(limits.sessionBytes);

  const pathOf = (session: string, file = ''): string => join(folder, session, file);

  function list(session: string): readonly EntryName[] {
    return entriesOf(names(pathOf(session)));
  }

  function remove(session: string, entry: EntryName): void {
    // In this order: a process that dies in between leaves a mark too many.
    if (entry.isMarked) writeFileSync(pathOf(session, goneMark), '', { mode: 0o600 });
    rmSync(pathOf(session, entry.file), { force: true });
  }

  function removeOldest(entries: readonly Owned[], most: number): boolean {
    let hasRemoved = false;
    let bytes = entries.reduce((sum, { entry }) => sum + roomOf(entry), 0);
    for (const { session, entry } of entries) {
      if (bytes <= most && clock.now() - entry.at <= limits.maxAgeMs) return hasRemoved;
      remove(session, entry);
      hasRemoved = true;
      bytes -= roomOf(entry);
    }
    return hasRemoved;
  }

  const ownedBy = (session: string): readonly Owned[] => list(session).map((entry) => ({ session, entry }));

  function cleanAll(): boolean {
    const sessions = names(folder);
    const all = sessions.flatMap(ownedBy);
    const hasRemoved = removeOldest(
      all.toSorted((left, right) => left.entry.at - right.entry.at),
      limits.allBytes,
    );
    for (const session of sessions) {
      removeDrafts(pathOf(session), clock.now() - limits.maxAgeMs);
      removeIfEmpty(pathOf(session));
    }
    return hasRemoved;
  }

  return {
    list,
    look(session) {
      const files = names(pathOf(session));
      return { entries: entriesOf(files), isComplete: files.length > 0 && !files.includes(goneMark) };
    },
    read: (session, file) => readOrNull(pathOf(session, file)),
    write(session, file, content) {
      const path = pathOf(session, file);
      return attempt(path, 'written', () => {
        mkdirSync(pathOf(session), { recursive: true, mode: 0o700 });
        writeFileSync(path + draft, content, { mode: 0o600, flag: 'wx' });
        renameSync(path + draft, path);
        const isLess = mayBeTooMuch(session, content.byteLength) && removeOldest(ownedBy(session), limits.sessionBytes);
        const isCleaned = writes % writesBetweenCleanings === 0 && cleanAll();
        writes += 1;
        return isLess || isCleaned;
      });
    },
  };
}

/** Names are read for each call: what one says is worked out once. */
function createNameReader(): (files: readonly string[]) => readonly EntryName[] {
  const known = new Map<string, EntryName | null>();
  return (files) => {
    if (known.size > maxKnown) known.clear();
    return files.flatMap((file) => {
      const before = known.get(file);
      const entry = before === undefined ? readEntryName(file) : before;
      known.set(file, entry);
      return entry ?? [];
    });
  };
}

/** Whether so much was written into a session that all of it is to be looked at; what others wrote into it is seen from time to time. */
function createSizes(most: number): (session: string, bytes: number) => boolean {
  const written = new Map<string, { bytes: number; writes: number }>();
  return (session, bytes) => {
    if (written.size > maxKnown) written.clear();
    const size = written.get(session) ?? { bytes: 0, writes: 0 };
    written.set(session, size);
    size.bytes += Math.ceil(bytes / blockBytes) * blockBytes;
    size.writes += 1;
    return size.bytes > most || size.writes % writesBetweenLooks === 1;
  };
}

function readOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (cause) {
    if (failureCode(cause) === 'ENOENT') return null;
    throw cause;
  }
}

function roomOf({ bytes }: EntryName): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

interface Owned {
  readonly session: string;
  readonly entry: EntryName;
}

/** In their order; none where there is no such folder. */
function names(path: string): readonly string[] {
  try {
    return readdirSync(path).toSorted();
  } catch (cause) {
    if (failureCode(cause) === 'ENOENT' || failureCode(cause) === 'ENOTDIR') return [];
    throw cause;
  }
}

/** Left by a process that died while it wrote. */
function removeDrafts(path: string, before: number): void {
  for (const file of names(path))
    if (file.endsWith(draft) && Number(file.slice(0, stampDigits)) < before) rmSync(join(path, file), { force: true });
}

/** A folder with nothing but the mark stays: what is gone from it is not to be forgotten. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is not empty, or somebody else was first.
  }
}
