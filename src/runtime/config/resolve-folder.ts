// From a folder as it stands in a file to an absolute path.
import { join, resolve } from 'node:path';

/** What paths in a configuration are relative to. */
export interface Surroundings {
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  /** What `~` means. */
  readonly userFolder: string;
  /** The home of Gatehouse. */
  readonly home: string;
}

/** Null for `~name`: whose folder that is cannot be told without asking the system. */
export function resolveFolder(folder: string, { workspace, userFolder }: Omit<Surroundings, 'home'>): string | null {
  if (folder === '~' || folder.startsWith('~/')) return join(userFolder, folder.slice(1));
  return folder.startsWith('~') ? null : resolve(workspace, folder);
}
