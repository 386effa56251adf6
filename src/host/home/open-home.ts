// The home: the one folder that holds the state of Gatehouse, and the names of what lies in it.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOrCreateKeyFile } from './key-file.ts';
import { attempt, privateFolder, unavailable } from './private-folder.ts';

/** All paths are absolute and lie in `path`. */
export interface Home {
  /** The real path. */
  readonly path: string;
  readonly database: string;
  readonly keys: string;
  /** The last signed heads of the audit chains, one a line. */
  readonly auditHeads: string;
  readonly ownerSocket: string;
  readonly clientToken: string;
  /** Address and process of the daemon while one runs. */
  readonly daemon: string;
  /** Folder that says which programs that live on were started by whom. */
  readonly programs: string;
  /** Results too long to be shown whole. */
  readonly results: string;
  /** Files of other programs as they were before they were changed. */
  readonly backups: string;
  /** What was read of the sources of tools. */
  readonly sources: string;
  /** What no tool may touch: the folder under each name it is known by. */
  readonly protectedPaths: readonly string[];
  /**
   * The key of that name, made at first use (file mode 0600, random). Processes that race get the same one. Throws `store_unavailable` for
   * a file that is no such key.
   */
  readOrCreateKey(name: string, bytes: number): Buffer;
}

export interface HomePlace {
  readonly path: string;
  /** Makes the folder and those in it. Without, an absent home is a fault. */
  readonly create: boolean;
}

const folders = ['keys', 'audit', 'run', 'results', 'backups', 'sources'];

/**
 * Opens the home, closed to other users (0700). Throws `store_unavailable` where it is a file, belongs to somebody else, cannot be closed
 * to others or cannot be made.
 */
export function openHome({ path, create }: HomePlace): Home {
  const named = resolve(path);
  const real = privateFolder(named, { create, before: (folder) => refuseForeignContent(named, folder) });
  for (const folder of folders) openFolder(join(real, folder), create);
  const keys = join(real, 'keys');
  return {
    path: real,
    database: join(real, 'gatehouse.db'),
    keys,
    auditHeads: join(real, 'audit', 'heads.jsonl'),
    ownerSocket: join(real, 'run', 'owner.sock'),
    clientToken: join(real, 'run', 'client.token'),
    daemon: join(real, 'run', 'daemon.json'),
    programs: join(real, 'run', 'programs'),
    results: join(real, 'results'),
    backups: join(real, 'backups'),
    sources: join(real, 'sources'),
    protectedPaths: [...new Set([named, real])],
    readOrCreateKey(name, bytes) {
      // The name is ours; one from outside must not lead out of the folder.
      if (!/^[a-z][a-z0-9-]{0,63}$/.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot name a key.`);
      return readOrCreateKeyFile(join(keys, name), bytes);
    },
  };
}

function openFolder(path: string, create: boolean): void {
  if (!create && !existsSync(path)) return;
  if (privateFolder(path, { create }) === path) return;
  throw unavailable(path, 'it is a link, and what it leads to is not protected', 'Move the folder there itself.');
}

/** What may lie in a folder that is to become the home, and what only a home has. */
const innocent = new Set(['cache', 'lost+found', '.DS_Store']);
const telltale = ['gatehouse.db', 'keys'];

/** A slip of the pen such as GATEHOUSE_HOME=/tmp must not close a folder that others live in. */
function refuseForeignContent(named: string, real: string): void {
  const entries = attempt(named, 'read', () => readdirSync(real));
  if (entries.every((name) => innocent.has(name)) || telltale.some((name) => entries.includes(name))) return;
  const advice = `Name an empty folder in GATEHOUSE_HOME, or if it is meant, run: chmod 700 ${named}`;
  throw unavailable(named, 'other users can read it, and it holds files that are not of Gatehouse', advice);
}
