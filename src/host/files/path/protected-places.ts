// Our own home, configuration, database, socket and token: no tool reads or writes them, by whatever name they are reached.
import { resolve } from 'node:path';
import { resolvePath } from './resolve-path.ts';

export interface ProtectedPlaces {
  /** As they are spelled and as they really are. */
  readonly paths: readonly string[];
  /** True for a protected path and all below it; compared without case, since a file system may not know case. */
  covers(path: string): boolean;
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
  return {
    paths: [...places],
    covers(path) {
      const candidate = path.toLowerCase();
      return folded.some((place) => candidate === place || candidate.startsWith(`${place}/`));
    },
  };
}
