// What no sandboxed program may see or change in its roots: found before it runs, and once more after it.
import { existsSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { createZones, type ZoneSettings } from '../../files/path/write-zones.ts';
import { isInside } from '../../files/is-inside.ts';
import { createEntryJudge } from './protected-entry.ts';
import { quarantine } from './quarantine.ts';
import { createProtectedScan, entryAt, type ProtectedEntry } from './scan-protected.ts';

export interface Kept {
  readonly entries: readonly ProtectedEntry[];
  /** After the end: moves aside what was made under a protected name, and says so. */
  settle(): Promise<readonly string[]>;
}

export interface KeepSettings {
  readonly zones: ZoneSettings;
  /** Absolute. Our own home, configuration, database, socket and token. */
  readonly ownPlaces: readonly string[];
}

export interface KeepPlaces {
  readonly roots: readonly { readonly path: string; readonly writable: boolean }[];
  /** Shown besides, read-only. */
  readonly folders: readonly string[];
}

export type Keep = (places: KeepPlaces) => Promise<Kept>;

export function createKeep({ zones, ownPlaces }: KeepSettings): Keep {
  const isOwnPlace = (path: string): boolean => ownPlaces.includes(path);
  const isZoned = zones.blocked.length > 0 || zones.prompt.length > 0;
  const { scan } = createProtectedScan({ judge: createEntryJudge(isZoned ? createZones(zones) : null), isOwnPlace });

  const look = async ({ roots, folders }: KeepPlaces): Promise<readonly ProtectedEntry[]> => {
    const found: ProtectedEntry[] = [];
    for (const { path } of outermost(roots)) found.push(...(await scan(path)));
    const shown = [...roots.map(({ path }) => path), ...folders];
    return [...found, ...ownPlaces.flatMap((path) => ownEntries(path, shown))];
  };
  return async (places) => {
    const before = await look(places);
    return {
      entries: before,
      async settle() {
        const written = places.roots.filter(({ writable }) => writable);
        return written.length === 0 ? [] : quarantine(before, await look({ roots: written, folders: [] }));
      },
    };
  };
}

function outermost(roots: KeepPlaces['roots']): KeepPlaces['roots'] {
  return roots.filter(({ path }) => !roots.some((other) => other.path !== path && isInside(other.path, path)));
}

/** The place itself, and the folders above it: with one of these renamed it would be found under a name that nobody protects. */
function ownEntries(place: string, shown: readonly string[]): readonly ProtectedEntry[] {
  const root = shown.find((path) => isInside(path, place));
  if (root === undefined || !existsSync(place)) return [];
  const above: ProtectedEntry[] = [];
  for (let folder = dirname(place); folder !== root && isInside(root, folder); folder = dirname(folder)) {
    above.push(...entryAt({ path: folder, protection: 'pinned', folderId: '' }));
  }
  return [...above, ...entryAt({ path: place, protection: 'hidden', folderId: folderIdOf(place) })];
}

function folderIdOf(path: string): string {
  const { dev, ino } = lstatSync(dirname(path), { bigint: true });
  return `${dev}:${ino}`;
}
