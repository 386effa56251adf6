// The folders in which a store keeps what is the owner's alone: made closed to others, and refused where they are open.
import { privateFolder, unavailable } from '../../home/private-folder.ts';

/** Answers the real path. An open folder is not closed here: it may be one that others live in. Throws `store_unavailable`. */
export function privatePlace(path: string, create: boolean): string {
  return privateFolder(path, {
    create,
    before: () => {
      throw unavailable(
        path,
        'other users can read it',
        `Run chmod 700 ${path}, or name another folder in GATEHOUSE_HOME.`,
      );
    },
  });
}
