// Our own home, configuration, database, socket and token: no tool reads or writes them, by whatever name they are reached.
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resolvePath } from './resolve-path.ts';

/** How long the inodes of protected files are believed: one search asks for thousands. */
const freshMs = 1_000;
const mostEntries = 2_000;

export interface ProtectedPlaces {
  /** True for a protected path and all below it; compared without case, since a file system may not know case. */
  covers(path: string): boolean;
  /** True when a file with several names is a protected one too. */
  isAlias(entry: BigIntStats): Promise<boolean>;
}

export async function createProtectedPlaces(paths: readonly string[], workspace: string): Promise<ProtectedPlaces> {
  const places = new Set<string>();
  for (const path of paths) {
    const absolute = resolve(workspace, path);
    const resolved = await resolvePath(absolute, '/');
    places.add(absolute);
    if (resolved.kind === 'resolved') places.add(resolved.real);
  }
  const folded = [...places].map((place) => place.toLowerCase());
  let inodes: Promise<ReadonlySet<string>> | null = null;
  let readAt = 0;
  return {
    covers(path) {
      const candidate = path.toLowerCase();
      return folded.some((place) => candidate === place || candidate.startsWith(`${place}/`));
    },
    async isAlias(entry) {
      if (entry.nlink < 2n) return false;
      if (inodes === null || performance.now() - readAt > freshMs) {
        readAt = performance.now();
        inodes = inodesOf([...places]);
      }
      return (await inodes).has(inodeKey(entry));
    },
  };
}

/** Of the places themselves and, where they are directories, of what lies directly in them. */
async function inodesOf(places: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const note = async (path: string): Promise<BigIntStats | null> => {
    const entry = await lstat(path, { bigint: true }).catch(() => null);
    if (entry?.isFile() === true) found.add(inodeKey(entry));
    return entry;
  };
  for (const place of places) {
    const entry = await note(place);
    if (entry?.isDirectory() !== true) continue;
    const names = await readdir(place).catch(() => []);
    await Promise.all(names.slice(0, mostEntries).map((name) => note(join(place, name))));
  }
  return found;
}

function inodeKey(entry: BigIntStats): string {
  return `${entry.dev}:${entry.ino}`;
}
