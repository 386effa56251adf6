// Which folders are no root of files, whoever names them: those that hold the system, a whole home or credentials.
import { protectedReason } from './protected-names.ts';

const systemFolders = new Set(
  'bin boot dev etc home lib lib32 lib64 proc root run sbin sys usr var Users System Library Applications Volumes private'.split(
    ' ',
  ),
);

/** Why a real path may not be a root; null where it may. A client that is started by a desktop starts us in `/` or the home. */
export function unsafeRoot(real: string, userFolders: readonly string[]): string | null {
  if (real === '/') return 'it is the whole file system';
  if (systemFolders.has(real.slice(1))) return 'it is a folder of the system';
  if (userFolders.some((folder) => folder === real || folder.startsWith(`${real}/`))) return 'it holds a whole home';
  return protectedReason(real.split('/'), { writing: false, leafIsDirectory: true });
}

/** The system's own trees. An operator may name a folder in them in the configuration; nobody is asked to open one. */
const systemTrees =
  'bin boot dev etc lib lib32 lib64 proc root run sbin sys usr var/cache var/db var/lib var/log var/root var/run var/spool System Library private/etc private/var/db private/var/root'
    .split(' ')
    .map((tree) => `/${tree}`);

/** Why a path in the trees of the system, or somebody's whole home, is not opened on request; null elsewhere. */
export function unsafeTree(path: string): string | null {
  const folded = path.toLowerCase();
  if (/^(?:\/var|\/mnt\/[a-z])?\/(?:home|users)\/[^/]+$/.test(folded)) return 'it is a whole home';
  if (/^(?:\/var\/home|\/(?:mnt|media)|\/mnt\/[a-z](?:\/users)?)$/.test(folded)) return 'it holds whole disks or homes';
  const isIn = (tree: string) => folded === tree || folded.startsWith(`${tree}/`);
  return systemTrees.some((tree) => isIn(tree.toLowerCase())) ? 'it lies in a folder of the system' : null;
}
