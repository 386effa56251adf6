// What of the system a sandboxed program sees besides a small /etc: its programs and libraries, read-only.
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface SystemPlaces {
  /** Bound read-only, each at its own path. */
  readonly folders: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

const besideUsr = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** `isVisible`: whether the user who runs the program could read a path at all. */
export function systemPlaces(node: string, isVisible: (path: string) => boolean): SystemPlaces {
  const beside = besideUsr.filter((path) => existsSync(path));
  const ownNode = nodePlaces(node);
  return {
    folders: ['/usr', ...beside.filter((path) => !isLink(path)), ...ownNode.folders.filter(isVisible)],
    links: [
      ...beside.filter(isLink).map((path) => ({ path, target: readlinkSync(path) })),
      ...(ownNode.folders.every(isVisible) ? ownNode.links : []),
    ],
  };
}

/** The Node that runs us, with npm where it came with it; no other program that lies beside it. */
function nodePlaces(node: string): SystemPlaces {
  const real = realpathSync(node);
  if (real.startsWith('/usr/')) return { folders: [], links: [] };
  const prefix = dirname(dirname(real));
  const modules = join(prefix, 'lib', 'node_modules');
  if (!existsSync(join(modules, 'npm'))) return { folders: [real], links: [] };
  const links = ['npm', 'npx']
    .map((name) => ({ path: join(dirname(real), name), target: `../lib/node_modules/npm/bin/${name}-cli.js` }))
    .filter(({ path, target }) => existsSync(join(dirname(path), target)));
  return { folders: [real, join(modules, 'npm')], links };
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}

/** True where every user may walk to the path and read it: for a program that is not ours or root's. */
export function isOpenToAll(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === '/') return (statSync(path).mode & 0o004) !== 0;
  }
}
