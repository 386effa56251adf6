// Tells a file with several names that is a protected one under another name: a hard link shows nothing of that in its own name.
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { credentialPlaces, protectedReason } from './protected-names.ts';

/** How long what was found is believed: one search asks for thousands. */
const freshMs = 1_000;
/** Of all places together: a home of somebody who collects keys must not hold up a read. */
const mostEntries = 2_000;
const mostFolders = 200;

export interface AliasPlaces {
  /** Our own home, configuration and what else nobody reads. */
  readonly own: readonly string[];
  /** Homes of the person, where credentials have their known places. */
  readonly userFolders: readonly string[];
  /** Folders whose own protected files, such as `.env`, are looked at too. */
  readonly roots: readonly string[];
}

/** What else the file is; null where nothing protected was found under its number. */
export type FindAlias = (entry: BigIntStats, real: string) => Promise<'own' | 'credential' | null>;

export function createAliases({ own, userFolders, roots }: AliasPlaces): FindAlias {
  const ownFiles = remembered(() => filesIn(own));
  const credentials = remembered(() =>
    filesIn(userFolders.flatMap((home) => credentialPlaces.map((place) => join(home, place)))),
  );
  const beside = new Map<string, () => Promise<ReadonlySet<string>>>();
  const besideIn = (folder: string) => {
    const known = beside.get(folder);
    if (known !== undefined) return known();
    if (beside.size >= mostFolders) beside.clear();
    const read = remembered(() => protectedFilesOf(folder));
    beside.set(folder, read);
    return read();
  };
  return async (entry, real) => {
    if (entry.nlink < 2n) return null;
    const key = inodeKey(entry);
    if ((await ownFiles()).has(key)) return 'own';
    if ((await credentials()).has(key)) return 'credential';
    for (const folder of new Set([dirname(real), ...roots, ...userFolders])) {
      if ((await besideIn(folder)).has(key)) return 'credential';
    }
    return null;
  };
}

function remembered(read: () => Promise<ReadonlySet<string>>): () => Promise<ReadonlySet<string>> {
  let known: Promise<ReadonlySet<string>> | null = null;
  let readAt = 0;
  return () => {
    if (known === null || performance.now() - readAt > freshMs) {
      readAt = performance.now();
      known = read();
    }
    return known;
  };
}

/** Of the places themselves and of what lies in them, whatever its depth, until enough was seen. Links are not followed. */
async function filesIn(places: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let waiting = [...places];
  for (let seen = 0; waiting.length > 0 && seen < mostEntries;) {
    const batch = waiting.slice(0, mostEntries - seen);
    seen += batch.length;
    const below = await Promise.all(batch.map((path) => note(path, found)));
    waiting = [...waiting.slice(batch.length), ...below.flat()];
  }
  return found;
}

/** Keeps the number of a file; answers the entries of a directory. */
async function note(path: string, found: Set<string>): Promise<readonly string[]> {
  const entry = await lstat(path, { bigint: true }).catch(() => null);
  if (entry?.isFile() === true) found.add(inodeKey(entry));
  if (entry?.isDirectory() !== true) return [];
  const names = await readdir(path).catch(() => []);
  return names.slice(0, mostEntries).map((name) => join(path, name));
}

async function protectedFilesOf(folder: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const isProtected = (entry: Dirent) =>
    entry.isFile() && protectedReason([entry.name], { writing: false, leafIsDirectory: false }) !== null;
  const paths = entries.filter(isProtected).map((entry) => join(folder, entry.name));
  await Promise.all(paths.slice(0, mostEntries).map((path) => note(path, found)));
  return found;
}

function inodeKey(entry: BigIntStats): string {
  return `${entry.dev}:${entry.ino}`;
}
